// heddle: assertion
// Nine threads set a and then b, a tenth looks at both: it may look between the two stores.
#define THREADS 10
#include "reorder.h"
