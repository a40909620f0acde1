// heddle: none
// Only the wake-up orders the two accesses: the word is read and written relaxed.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint word;
static int data;

static void *waker(void *unused)
{
	data = 1;
	while (syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0) == 0) {
		sched_yield();
	}
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, waker, NULL);
	if (syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0) == 0) {
		assert(data == 1);
	}
	pthread_join(t, NULL);
	return 0;
}
