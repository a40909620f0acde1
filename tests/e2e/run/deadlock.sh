# SPDX-License-Identifier: Apache-2.0
# Deadlocks of a library that takes its locks by helpers of helpers: where those are called tells them apart.
cat >helped.c <<'END'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void take(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
}
static void lock(pthread_mutex_t *m)
{
	take(m);
}
static void unlock(pthread_mutex_t *m)
{
	pthread_mutex_unlock(m);
}
static void credit(void)
{
	lock(&a);
	lock(&b);
	unlock(&b);
	unlock(&a);
}
static void debit(void)
{
	lock(&b);
	lock(&a);
	unlock(&a);
	unlock(&b);
}
static void audit(void)
{
	lock(&b);
	lock(&a);
	unlock(&a);
	unlock(&b);
}
static void *run(void *arg)
{
	debit();
	audit();
	return arg;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	credit();
	pthread_join(t, NULL);
	return 0;
}
END
expect deadlock-helpers 1 '2 violations in 3000 executions' \
	"$heddle" run --cflags -fno-inline --keep-going --executions 3000 --oracle deadlock --out helped helped.c
for finding in helped/findings/*; do
	expect "deadlock-helpers-replay ${finding##*-}" 1 'replayed 1 of 1' "$heddle" replay "$finding"
done
