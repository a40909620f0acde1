// heddle: assertion
// 29 writers set the data and then the count under two locks, and a reader sees a count without its data.
#define WRITERS 29
#include "publish.h"
