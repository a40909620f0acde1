# SPDX-License-Identifier: Apache-2.0
# Synchronization pairs: counted, reported, stored; coverage that saturates ends the campaign.
pairs=$root/programs/correct/locks/two_blocks.c

expect tsa-covers-all 0 '10 of 10 synchronization pairs covered (10 estimated, 0 not covered, 0 not expected); coverage is saturated' \
	"$heddle" run --strategy tsa --out tsa "$pairs"
expect tsa-lockset 0 '10 of 10 synchronization pairs' "$heddle" run --strategy tsa --estimate lockset --out tsa "$pairs"
expect tsa-budget 0 'no violation in 7 executions' "$heddle" run --strategy tsa --executions 7 --out tsa "$pairs"
expect tsa-window 0 'no violation in 6[0-9] executions' "$heddle" run --strategy tsa-h --window 60 --out tsa "$pairs"
expect tsa-json 0 '"false_negatives": 0' "$heddle" run --strategy tsa --json --out tsa "$pairs"
expect tsa-jobs 0 '10 of 10 synchronization pairs' "$heddle" run --strategy tsa --jobs 2 --executions 2000 --out tsa "$pairs"
for noise in rnd-y rnd-s10 rnd-s100; do
	expect tsa-$noise 0 'of 10 synchronization pairs' "$heddle" run --strategy $noise --probability 0.3 --out tsa "$pairs"
done
# What the rules can lead past: the second block of takes() needs gives() to be first, and for its pairs gives() is held back.
cat >tsa_led_past.c <<'END'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int there, sum;
static void *gives(void *arg)
{
	pthread_mutex_lock(&lock);
	there = 1;
	pthread_mutex_unlock(&lock);
	return arg;
}
static void *takes(void *arg)
{
	pthread_mutex_lock(&lock);
	int found = there;
	pthread_mutex_unlock(&lock);
	if (found) {
		pthread_mutex_lock(&lock);
		there = 0;
		pthread_mutex_unlock(&lock);
	}
	return arg;
}
static void *counts(void *arg)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&lock);
		sum += there;
		pthread_mutex_unlock(&lock);
	}
	return arg;
}
int main(void)
{
	void *(*const bodies[])(void *) = {gives, takes, takes, counts};
	pthread_t threads[4];
	for (int i = 0; i < 4; i++) {
		pthread_create(&threads[i], NULL, bodies[i], NULL);
	}
	for (int i = 0; i < 4; i++) {
		pthread_join(threads[i], NULL);
	}
	return 0;
}
END
expect tsa-led-past 0 '13 of 15 synchronization pairs' "$heddle" run --strategy tsa --executions 300 --out tsa tsa_led_past.c
# A deadlock that the published rules lead past: the workers are held back until it is too late for it.
missed=$root/programs/wrong/pool/shutdown_missed.c
expect tsa-strict 0 'no violation in 3000' "$heddle" run --strategy tsa --patience 0 --oracle deadlock --executions 3000 --out tsa "$missed"
expect tsa-patience 1 'deadlock' "$heddle" run --strategy tsa --oracle deadlock --executions 3000 --out tsa "$missed"
# All kinds of locks count: a read-write lock, a spin lock, a C11 mutex, and a mutex taken again after waiting.
cat >tsa_kinds.c <<'END'
#include <pthread.h>
#include <threads.h>
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static mtx_t mutex;
static void *reads(void *arg)
{
	pthread_rwlock_rdlock(&rwlock);
	pthread_rwlock_unlock(&rwlock);
	pthread_spin_lock(&spin);
	pthread_spin_unlock(&spin);
	mtx_lock(&mutex);
	mtx_unlock(&mutex);
	return arg;
}
static void *writes(void *arg)
{
	pthread_rwlock_wrlock(&rwlock);
	pthread_rwlock_unlock(&rwlock);
	pthread_spin_trylock(&spin) || pthread_spin_unlock(&spin);
	mtx_lock(&mutex);
	mtx_unlock(&mutex);
	return arg;
}
int main(void)
{
	pthread_t a, b;
	pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
	mtx_init(&mutex, mtx_plain);
	pthread_create(&a, NULL, reads, NULL);
	pthread_create(&b, NULL, writes, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
END
expect tsa-kinds 0 '6 of 6 synchronization pairs' "$heddle" run --strategy tsa --seed 2 --out tsa tsa_kinds.c

# Ten thousand lock operations in one execution.
cat >tsa_many.c <<'END'
#include <pthread.h>
static pthread_mutex_t locks[100];
static int counts[100];
static void *work(void *arg)
{
	for (int i = 0; i < 1250; i++) {
		pthread_mutex_lock(&locks[i % 100]);
		counts[i % 100]++;
		pthread_mutex_unlock(&locks[i % 100]);
		pthread_mutex_lock(&locks[i % 7]);
		counts[i % 7]++;
		pthread_mutex_unlock(&locks[i % 7]);
	}
	return arg;
}
int main(void)
{
	pthread_t threads[4];
	for (int i = 0; i < 100; i++) {
		pthread_mutex_init(&locks[i], NULL);
	}
	for (int i = 0; i < 4; i++) {
		pthread_create(&threads[i], NULL, work, NULL);
	}
	for (int i = 0; i < 4; i++) {
		pthread_join(threads[i], NULL);
	}
	return 0;
}
END
expect tsa-many 0 '4 of 4 synchronization pairs' "$heddle" run --strategy tsa --executions 20 --out tsa tsa_many.c
expect tsa-many-finished 0 'no violation in 20 executions' "$heddle" run --strategy tsa --executions 20 --out tsa tsa_many.c

# What was not covered is named, and coverage over executions is stored.
expect tsa-names-pairs 0 'not covered: .*two_blocks.c:[0-9]* ([a-z_]*), then .*two_blocks.c:[0-9]* (' \
	"$heddle" run --strategy tsa --executions 1 --out tsa "$pairs"
"$heddle" run --strategy tsa --out tsa_growth "$pairs" >/dev/null 2>&1
expect tsa-growth 0 '"metric": "sync_pairs"' "$heddle" report --format json tsa_growth
expect tsa-bad-probability 2 'expects P' "$heddle" run --strategy rnd-y --probability 7 --out tsa "$pairs"
expect tsa-bad-estimate 2 'happens-before|lockset' "$heddle" run --strategy tsa --estimate guess --out tsa "$pairs"
expect tsa-finds-deadlock 1 'deadlock' "$heddle" run --strategy tsa --out tsa "$root/programs/wrong/locks/ab_ba.c"
expect tsa-on-tests 0 'synchronization pairs covered' \
	"$heddle" test --strategy tsa --executions 2000 --out tsa "$root/classes/correct/blocking/channel.h" "$root/classes/correct/blocking/channel.c"
expect tsa-on-tests-json 0 '"schedule": "tsa"' \
	"$heddle" test --strategy tsa --json --executions 200 --out tsa "$root/classes/correct/blocking/channel.h" "$root/classes/correct/blocking/channel.c"

# A library with one function that takes its lock: places are the functions that call it.
cat >tsa_helper.c <<'END'
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void take(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
}
void lock(void)
{
	take(&mutex);
}
void unlock(void)
{
	pthread_mutex_unlock(&mutex);
}
END
cat >tsa_helped.c <<'END'
#include <pthread.h>
void lock(void);
void unlock(void);
static int balance;
static void deposit(void)
{
	lock();
	balance++;
	unlock();
}
static void withdraw(void)
{
	lock();
	balance--;
	unlock();
}
static void *run(void *arg)
{
	deposit();
	withdraw();
	return arg;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	run(NULL);
	pthread_join(t, NULL);
	return balance;
}
END
expect tsa-helper 0 '4 of 4 synchronization pairs' "$heddle" run --strategy tsa --out tsa tsa_helped.c tsa_helper.c
expect tsa-helper-json 0 '"function": "withdraw"' \
	"$heddle" run --strategy tsa --json --out tsa tsa_helped.c tsa_helper.c
expect tsa-helper-jobs 0 '4 of 4 synchronization pairs' \
	"$heddle" run --strategy tsa --jobs 2 --executions 2000 --out tsa tsa_helped.c tsa_helper.c
