// heddle: assertion
// 99 threads update two values in two critical sections; one more reads between them.
#define UPDATERS 99
#include "twostage.h"
