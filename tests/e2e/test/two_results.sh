# SPDX-License-Identifier: Apache-2.0
# Two wrong results of one class are two findings; another test of the same functions is not a third.
cat >tally.h <<'END'
typedef struct tally tally;
tally *tally_new(void);
void tally_free(tally *t);
int tally_more(tally *t);
int tally_less(tally *t);
END
cat >tally.c <<'END'
#include "tally.h"
#include <stdatomic.h>
#include <stdlib.h>
struct tally { atomic_int up, down; };
tally *tally_new(void) { return calloc(1, sizeof(tally)); }
void tally_free(tally *t) { free(t); }
int tally_more(tally *t) { int n = t->up; t->up = n + 1; return n + 1; }
int tally_less(tally *t) { int n = t->down; t->down = n - 1; return n - 1; }
END
expect "two wrong results" 1 ": 2 violations in 4000" "$heddle" test --keep-going --executions 4000 tally.h tally.c
