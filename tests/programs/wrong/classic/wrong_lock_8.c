// heddle: assertion
// 8 threads use one lock for the data, another thread uses a different one.
#define USERS 8
#include "wrong_lock.h"
