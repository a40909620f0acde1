// heddle: assertion
// Forty-nine threads set a and then b, a fiftieth looks at both: it may look between the two stores.
#define THREADS 50
#include "reorder.h"
