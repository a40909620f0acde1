// heddle: data-race|assertion
// Posts before the data is there.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static void futex_wait(atomic_uint *word, uint32_t value)
{
	syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void futex_wake(atomic_uint *word, int most)
{
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, most, NULL, NULL, 0);
}

static atomic_uint value;
static int data;

static void post(void)
{
	atomic_fetch_add(&value, 1);
	futex_wake(&value, 1);
}

static void wait(void)
{
	for (;;) {
		unsigned seen = atomic_load(&value);
		if (seen == 0) {
			futex_wait(&value, 0);
		} else if (atomic_compare_exchange_weak(&value, &seen, seen - 1)) {
			return;
		}
	}
}

static void *produce(void *unused)
{
	post();
	data = 42;
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, produce, NULL);
	wait();
	assert(data == 42);
	pthread_join(t, NULL);
	return 0;
}
