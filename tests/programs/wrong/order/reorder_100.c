// heddle: assertion
// Ninety-nine threads set a and then b, a hundredth looks at both: it may look between the two stores.
#define THREADS 100
#include "reorder.h"
