// heddle: deadlock
// Three threads each hold one of three locks and want the next: a cycle when all have taken their first.
#define LOCKS 3
#include "cycle.h"
