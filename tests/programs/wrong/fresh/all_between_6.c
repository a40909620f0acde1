// heddle: assertion
// 6 threads count up and down again; the watcher believes that never all of them are in between.
#define THREADS 6
#include "all_between.h"
