// heddle: assertion
// 2 threads use one lock for the data, another thread uses a different one.
#define USERS 2
#include "wrong_lock.h"
