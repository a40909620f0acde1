// heddle: assertion
// 4 threads set two numbers one after the other, one more sees the first without the second.
#define SETTERS 4
#include "reorder.h"
