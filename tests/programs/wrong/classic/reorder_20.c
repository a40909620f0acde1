// heddle: assertion
// 19 threads set two numbers one after the other, one more sees the first without the second.
#define SETTERS 19
#include "reorder.h"
