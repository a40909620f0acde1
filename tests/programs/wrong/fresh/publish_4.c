// heddle: assertion
// 3 writers set the data and then the count under two locks, and a reader sees a count without its data.
#define WRITERS 3
#include "publish.h"
