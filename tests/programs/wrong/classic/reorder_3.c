// heddle: assertion
// 2 threads set two numbers one after the other, one more sees the first without the second.
#define SETTERS 2
#include "reorder.h"
