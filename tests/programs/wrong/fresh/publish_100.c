// heddle: assertion
// 99 writers set the data and then the count under two locks, and a reader sees a count without its data.
#define WRITERS 99
#include "publish.h"
