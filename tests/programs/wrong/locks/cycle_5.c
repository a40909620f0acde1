// heddle: deadlock
// Five threads each hold one of five locks and want the next: a cycle when all have taken their first.
#define LOCKS 5
#include "cycle.h"
