// heddle: none
// Nobody wakes it: the wait ends by its time limit, relative or absolute, and without delay.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
	atomic_uint word = 1;
	struct timespec limit = {.tv_sec = 5000}, before, after;

	assert(syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &before) == 0);
	assert(syscall(SYS_futex, &word, FUTEX_WAIT, 0, &limit, NULL, 0) == -1 && errno == EAGAIN);
	assert(syscall(SYS_futex, &word, FUTEX_WAIT, 1, &limit, NULL, 0) == -1 && errno == ETIMEDOUT);
	assert(clock_gettime(CLOCK_MONOTONIC, &after) == 0);
	assert(after.tv_sec - before.tv_sec >= 5000);
	limit.tv_sec = after.tv_sec + 7000;
	assert(syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, 1, &limit, NULL, 1) == -1 && errno == ETIMEDOUT);
	assert(clock_gettime(CLOCK_MONOTONIC, &after) == 0);
	assert(after.tv_sec >= limit.tv_sec);
	return 0;
}
