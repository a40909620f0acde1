# SPDX-License-Identifier: Apache-2.0
# What is said besides findings: what was tested and what was not, and what would help.
mkdir -p messages/src messages/inc
cat >messages/two.h <<'C'
/* All functions are thread-safe. */
typedef struct good good;
typedef struct sad sad;
struct good_options { int first; const char *name; };
good *good_new(struct good_options options);
void good_free(good *g);
int good_next(good *g);
int good_look(good *g);
int good_reset(good *g); /* not thread-safe */
sad *sad_new(void);
void sad_free(sad *s);
int sad_get(sad *s);
C
cat >messages/two.c <<'C'
#include "two.h"
#include <pthread.h>
#include <stdlib.h>
struct good { pthread_mutex_t m; int n, *p; };
struct sad { int n; };
good *good_new(struct good_options o)
{
	good *g = calloc(1, sizeof(*g));
	pthread_mutex_init(&g->m, 0);
	pthread_mutex_lock(&g->m);
	g->n = o.first & 15;
	pthread_mutex_unlock(&g->m);
	return g;
}
void good_free(good *g) { pthread_mutex_destroy(&g->m); free(g); }
int good_next(good *g)
{
	int unused;
	pthread_mutex_lock(&g->m);
	int n = g->n + 1;
	NARROW
	g->n = n;
	pthread_mutex_unlock(&g->m);
	return n;
}
int good_look(good *g)
{
	return *g->p;
}
int good_reset(good *g) { return g->n = 0; }
sad *sad_new(void) { return NULL; }
void sad_free(sad *s) { free(s); }
int sad_get(sad *s) { return s->n; }
C
cat >messages/two <<SH
#!/bin/sh
exec "$heddle" test --executions 3000 --out messages/out "\$@" messages/two.h messages/two.c
SH
chmod +x messages/two
expect "messages: how much was tested" 0 "3 of 8 functions tested: no violation in 3000 executions" messages/two -DNARROW=
expect "messages: what was not, and where it fails" 0 "good_look (when called on its own: null dereference.*(two.c:28))" \
	messages/two -DNARROW=
expect "messages: what is excluded" 0 "good_reset (documented" messages/two -DNARROW=
expect "messages: a class that cannot be tested" 0 "warning: sad is not tested: .* (sad_new: always fails)" messages/two -DNARROW=
expect "messages: is not named as tested" 0 "heddle: good, strategy" messages/two -DNARROW=
expect "messages: warnings are counted" 0 "^heddle: the compiler gave 1 warning (-v shows it)" messages/two -DNARROW= --cflags -Wall
expect "messages: in the end" 0 "^heddle: the compiler gave" sh -c "messages/two -DNARROW= --cflags -Wall 2>&1 | tail -n 1"
expect "messages: and shown" 0 "warning: unused variable" messages/two -DNARROW= --cflags -Wall -v
# Wrong results, with those of each order; structs with what is in them; one numbering of threads.
narrow='-DNARROW=pthread_mutex_unlock(&g->m);pthread_mutex_lock(&g->m);'
expect "messages: results" 1 "thread 1: good_next(object)  \\([0-9]*\\)  *\\1  *[0-9]" messages/two "$narrow"
expect "messages: results of orders" 1 "here  order 1 2  order 2 1" messages/two "$narrow"
expect "messages: contents of structs" 1 "good_new((struct good_options){" messages/two "$narrow"
expect "messages: the set-up is folded" 1 "events of the set-up" messages/two "$narrow"
expect "messages: threads of the code are numbered, too" 1 "^    thread 2" "$heddle" test --executions 3000 \
	--out messages/own "$root/classes/wrong/workers/mailer.h" "$root/classes/wrong/workers/mailer.c"
expect "messages: the contract of what is given out" 0 "contract nothing: given out by others" \
	"$heddle" test --list-api --out messages/out "$root/classes/correct/given-out/ticket_office.h" \
	"$root/classes/correct/given-out/ticket_office.c"
echo 'typedef struct lone lone; int lone_get(lone *l); void lone_set(lone *l, int n);' >messages/lone.h
expect "messages: the contract of what cannot be tested" 0 "contract unknown: .* no test of it can be made" \
	"$heddle" test --list-api messages/lone.h
# What would make it compile.
echo 'typedef struct q q; q *q_new(void); void q_free(q *); int q_get(q *, sem_t *);' >messages/inc/q.h
echo '#include "q.h"' >messages/src/q.c
expect "messages: the usual includes" 2 "read after the usual headers" "$heddle" test messages/inc/q.h messages/src/q.c
expect "messages: -I" 2 "'q.h' is in messages/inc: add -I messages/inc" "$heddle" test messages/inc/q.h messages/src/q.c
echo 'uint32_t f(void) { return 1; }' >messages/src/q.c
expect "messages: an include" 2 "declared in <stdint.h>" "$heddle" test messages/inc/q.h messages/src/q.c
printf '#include <string.h>\nchar *f(void) { return strdup(""); }\n' >messages/src/q.c
expect "messages: a macro" 2 "add -D_GNU_SOURCE" "$heddle" test --cflags -std=c99 messages/inc/q.h messages/src/q.c
echo '#include "config.h"' >messages/src/q.c
expect "messages: a header that is made" 2 "configure it first" "$heddle" test messages/inc/q.h messages/src/q.c
echo '#include <no/such.h>' >messages/src/q.c
expect "messages: a header that is nowhere" 2 "was not found near these files" "$heddle" test messages/inc/q.h messages/src/q.c
