// heddle: assertion schedule=random
// The waker takes the mutex again before the woken thread does, and takes the item back: seldom seen because it
// needs the waker to go on at the very moment at which another thread can.
#include "stolen_wakeup.h"
