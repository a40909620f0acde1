// heddle: assertion
// 49 threads update two values in two critical sections; one more reads between them.
#define UPDATERS 49
#include "twostage.h"
