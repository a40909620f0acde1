// heddle: assertion
// A lost update in a program whose seed comes from getrandom by number, and which names itself by pid.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_ullong seed;
static atomic_int who, counter;

static void *count(void *unused)
{
	atomic_store(&counter, atomic_load(&counter) + 1);
	return unused;
}

int main(void)
{
	pthread_t t;
	unsigned long long bytes;

	assert(syscall(SYS_getrandom, &bytes, sizeof(bytes), 0) == sizeof(bytes));
	atomic_store(&seed, bytes);
	atomic_store(&who, getpid());
	pthread_create(&t, NULL, count, NULL);
	count(NULL);
	pthread_join(t, NULL);
	assert(atomic_load(&counter) == 2);
	return 0;
}
