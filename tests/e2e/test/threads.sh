# SPDX-License-Identifier: Apache-2.0
# A number of threads that heddle made up must not end the campaign.
cat >crew.h <<'C'
// Several threads may share one.
typedef struct crew crew;
crew *crew_new(int workers);
void crew_free(crew *c);
int crew_hire(crew *c, int workers);
int crew_count(crew *c);
C
cat >crew.c <<'C'
#include "crew.h"
#include <pthread.h>
#include <stdlib.h>
struct crew { pthread_mutex_t lock; int workers; };
static void *work(void *unused) { return unused; }
static void employ(int workers)
{
	for (int i = 0; i < workers; i++) {
		pthread_t thread;
		if (pthread_create(&thread, NULL, work, NULL) == 0) pthread_detach(thread);
	}
}
crew *crew_new(int workers)
{
	crew *c = calloc(1, sizeof(*c));
	pthread_mutex_init(&c->lock, NULL);
	employ(workers);
	c->workers = workers;
	return c;
}
void crew_free(crew *c) { free(c); }
int crew_hire(crew *c, int workers)
{
	employ(workers);
	pthread_mutex_lock(&c->lock);
	int n = c->workers += workers % 1000;
	pthread_mutex_unlock(&c->lock);
	return n;
}
int crew_count(crew *c)
{
	pthread_mutex_lock(&c->lock);
	int n = c->workers;
	pthread_mutex_unlock(&c->lock);
	return n;
}
C
printf '[crew_hire]\nparam.workers.values = 0, 1, 127\n[crew_new]\nparam.workers.values = 1\n' >crew.ini
expect "too many threads" 0 "executions\? w.* cut off after .* or at 253 threads" \
	"$heddle" test --hints crew.ini --executions 2000 crew.h crew.c
