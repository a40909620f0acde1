# SPDX-License-Identifier: Apache-2.0
# What heddle has no room for, or cannot run, is refused by name: it is not the program's fault.
cat >threads.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static void *run(void *unused) { return unused; }
int main(int argc, char **argv)
{
	for (int i = 0; i < atoi(argv[argc - 1]); i++) {
		pthread_t t;
		assert(pthread_create(&t, NULL, run, NULL) == 0);
		assert(pthread_join(t, NULL) == 0);
	}
	return 0;
}
END
expect "253 threads" 0 "no violation" "$heddle" run --executions 10 threads.c -- 253
expect "254 threads" 2 "more than 253 threads" "$heddle" run --executions 10 threads.c -- 254
expect "63 threads in a search" 0 "no violation in any schedule" "$heddle" run --schedule dpor threads.c -- 63
expect "64 threads in a search" 2 "more than 63 threads with --schedule dpor" \
	"$heddle" run --schedule dpor threads.c -- 64

cat >stack.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static void fill(int megabytes, volatile char *above)
{
	volatile char block[1 << 20];
	for (size_t i = 0; i < sizeof(block); i += 512) {
		block[i] = 0;
	}
	if (megabytes > 1) {
		fill(megabytes - 1, block);
	}
	above[0] += block[0] + 1;
}
static void *run(void *megabytes)
{
	volatile char count = 0;
	fill(atoi(megabytes), &count);
	return NULL;
}
int main(int argc, char **argv)
{
	pthread_t t;
	pthread_attr_t a;
	size_t size;
	assert(pthread_attr_init(&a) == 0);
	assert(pthread_attr_setstacksize(&a, 64 << 20) == 0);
	assert(pthread_create(&t, &a, run, argv[argc - 1]) == 0);
	assert(pthread_join(t, NULL) == 0);
	assert(pthread_getattr_np(pthread_self(), &a) == 0);
	assert(pthread_attr_getstacksize(&a, &size) == 0 && size >= 8 << 20);
	return 0;
}
END
sed -i '1i #define _GNU_SOURCE' stack.c
expect "a large stack that is not used" 0 "no violation" "$heddle" run --executions 10 stack.c -- 4
expect "a large stack that is used" 2 "stack larger than 8 MiB" "$heddle" run --executions 10 stack.c -- 40

for call in '_Fork()' 'daemon(0, 0)' 'wordexp("$(id)", &words, 0)' 'signalfd(-1, &set, 0)' 'sigwaitinfo(&set, 0)' \
	'timerfd_settime(3, 0, &timer, 0)' 'syscall(SYS_clone, 0, 0, 0, 0, 0)' 'syscall(SYS_execve, "/", 0, 0)' \
	'syscall(SYS_futex, &word, FUTEX_LOCK_PI, 0, 0, 0, 0)' 'syscall(SYS_io_uring_setup, 1, 0)' 'ptrace(0, 0, 0, 0)'; do
	name=${call%%(*}
	[ "$name" = syscall ] && name=$(echo "$call" | sed 's/.*\(SYS_[a-z_]*\).*/\1/')
	cat >refused.c <<END
#define _GNU_SOURCE
#include <linux/futex.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include <wordexp.h>
int main(void)
{
	static sigset_t set;
	static wordexp_t words;
	static struct itimerspec timer;
	static int word;
	(void)set, (void)words, (void)timer, (void)word;
	return (int)$call;
}
END
	expect "refused: $call" 2 "$name.* is not supported" "$heddle" run --executions 10 refused.c
done
