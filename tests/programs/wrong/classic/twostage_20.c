// heddle: assertion
// 19 threads update two values in two critical sections; one more reads between them.
#define UPDATERS 19
#include "twostage.h"
