# SPDX-License-Identifier: Apache-2.0
# Small tests are searched through: by auto two of a pair, by dpor all.
stamp="$root/classes/correct/constructor-state/stamp.h $root/classes/correct/constructor-state/stamp.c"
expect "auto searches small tests" 0 "tests ([1-9][0-9]* under all schedules)" "$heddle" test --executions 3000 $stamp
expect "dpor searches all tests" 0 "([0-9]*[0-9][0-9][0-9] under all schedules)" "$heddle" test --schedule dpor --executions 3000 $stamp
expect "one thread at a time is searched, too" 0 "under all schedules" "$heddle" test --schedule dfs --executions 3000 $stamp
# What was left out is not claimed.
expect "preemptions that were left out" 0 " tests, " \
	"$heddle" test --schedule dfs --bound 1 --executions 3000 $stamp
expect "steps that were cut off" 0 " tests, " \
	"$heddle" test --schedule dpor --steps 1 --executions 300 $stamp
expect "executions that were cut off are counted" 0 "^heddle: 300 executions were cut off after 1 step " \
	"$heddle" test --schedule dpor --steps 1 --executions 300 $stamp
# A call that clears more memory than the search tells apart.
cat >clears.h <<'END'
typedef struct clears clears;
clears *clears_new(void);
void clears_free(clears *c);
void clears_all(clears *c);
int clears_first(clears *c);
END
cat >clears.c <<'END'
#include "clears.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct clears { pthread_mutex_t lock; char large[4 << 20]; };
clears *clears_new(void)
{
	clears *c = calloc(1, sizeof(*c));
	if (c) pthread_mutex_init(&c->lock, NULL);
	return c;
}
void clears_free(clears *c) { pthread_mutex_destroy(&c->lock); free(c); }
void clears_all(clears *c) { pthread_mutex_lock(&c->lock); memset(c->large, 0, sizeof(c->large)); pthread_mutex_unlock(&c->lock); }
int clears_first(clears *c) { pthread_mutex_lock(&c->lock); int n = c->large[0]; pthread_mutex_unlock(&c->lock); return n; }
END
expect "much memory is searched, too" 0 "under all schedules" "$heddle" test --schedule dpor --executions 60 clears.h clears.c
