# SPDX-License-Identifier: Apache-2.0
# What trials teach does not depend on the seed: that span_get may not have NULL for one
# of its out-parameters says nothing about the other.
span=$root/classes/wrong/out-parameter/span
for seed in 1 2 3 4 5 6; do
	expect "two out-parameters, seed $seed" 1 "not-linearizable" \
		"$heddle" test --executions 20000 --seed "$seed" "$span.h" "$span.c"
done
expect "what two out-parameters take" 0 "low never NULL; high never NULL" "$heddle" test --list-api "$span.h" "$span.c"

# Costs, flags, depths and waits are shown, too.
learned() # CLASS FUNCTION TEXT
{
	"$heddle" test --executions 50 --out "learned-$2" "$root/classes/$1.h" "$root/classes/$1.c" >"learned-$2.log" 2>&1 || :
	expect "what was learned of $2" 0 "$2: .*$3" \
		"$heddle" test --list-api --out "learned-$2" "$root/classes/$1.h" "$root/classes/$1.c"
}
learned wrong/thread-count/crew crew_create "workers at most [0-9]*: more costs too much"
learned wrong/lock-flag/board board_new "flags with bits 0x40: only so locks are taken"
learned wrong/growing-table/ledger ledger_put "does something new after calls: 48"
learned correct/three-threads/hatch hatch_take "waits for hatch_give"

# A call during which the process ends has not returned, with any status and by any of the functions.
mkdir exits
cat >exits/door.h <<'END'
typedef struct door door;
door *door_new(void);
void door_free(door *d);
void door_count(door *d);
int door_get(door *d);
void door_leave(door *d);
void door_leave_in_order(door *d);
void door_leave_quickly(door *d);
void door_leave_badly(door *d);
void door_leave_by(door *d, const char *way); // any but NULL
END
cat >exits/door.c <<'END'
#include "door.h"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
struct door { pthread_mutex_t lock; int n; };
static void bye(void) {}
door *door_new(void)
{
	door *d = calloc(1, sizeof(*d));
#ifdef NEVER
	exit(0);
#endif
	atexit(bye);
	pthread_mutex_init(&d->lock, NULL);
	return d;
}
void door_free(door *d) { pthread_mutex_destroy(&d->lock); free(d); }
void door_count(door *d) { pthread_mutex_lock(&d->lock); d->n++; pthread_mutex_unlock(&d->lock); }
int door_get(door *d) { pthread_mutex_lock(&d->lock); int n = d->n; pthread_mutex_unlock(&d->lock); return n; }
void door_leave(door *d) { (void)d; exit(0); }
void door_leave_in_order(door *d) { (void)d; _exit(0); }
void door_leave_quickly(door *d) { (void)d; quick_exit(0); }
void door_leave_badly(door *d) { (void)d; exit(3); }
void door_leave_by(door *d, const char *way) { way ? door_count(d) : exit(0); }
END
expect "methods that end the process are not called" 0 "6 of 6 method pairs" \
	"$heddle" test --executions 2000 exits/door.h exits/door.c
"$heddle" test --list-api exits/door.h exits/door.c >exits/listing 2>&1
for function in door_leave door_leave_in_order door_leave_quickly door_leave_badly; do
	expect "$function ends the process" 0 "$function: calls exit" cat exits/listing
done
expect "door_leave_by ends it for NULL" 0 "door_leave_by: .*way never NULL" cat exits/listing
expect "a constructor that registers a handler" 0 "door_new: changes" cat exits/listing
expect "a constructor that ends the process" 2 "door_new: calls exit" "$heddle" test --executions 2000 exits/door.h exits/door.c -DNEVER
