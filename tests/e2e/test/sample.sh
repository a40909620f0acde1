# SPDX-License-Identifier: Apache-2.0
# A test with too many sequential orders to make them all: a sample judges, and that is said.
cat >room.h <<'C'
// Six seats. Any thread may come in.
struct room;
struct room *room_new(void);
void room_free(struct room *r);
void room_visit(struct room *r, int guest);
C
cat >room.c <<'C'
#include "room.h"
#include <stdatomic.h>
#include <stdlib.h>
struct room { atomic_int inside; atomic_int *seats; };
struct room *room_new(void)
{
	struct room *r = malloc(sizeof(*r));
	atomic_init(&r->inside, 0);
	r->seats = calloc(6, sizeof(*r->seats));
	return r;
}
void room_free(struct room *r) { free(r->seats); free(r); }
void room_visit(struct room *r, int guest)
{
	int seat = atomic_fetch_add(&r->inside, 1);
	atomic_store(&r->seats[seat], guest);
	atomic_fetch_sub(&r->inside, 1);
}
C
expect "a sample of orders" 1 "too many sequential orders: a sample of them shows no fault" \
	"$heddle" test --threads 7 --executions 5000 room.h room.c
for n in 3 4 8; do
	expect "$n threads" 1 "null-dereference in stack_pop" "$heddle" test --threads "$n" --executions 20000 --out "$n" \
		"$root/../examples/stack/stack.h" "$root/../examples/stack/stack.c"
done
