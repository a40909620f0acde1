// heddle: assertion
// 40 threads count up and down again; the watcher believes that never all of them are in between.
#define THREADS 40
#include "all_between.h"
