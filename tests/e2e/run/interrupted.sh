# SPDX-License-Identifier: Apache-2.0
# The watchdog's tick may interrupt poll() even if that need not wait. It is no answer.
cat >interrupts.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
int poll(struct pollfd *fds, nfds_t n, int timeout)
{
	static unsigned calls;
	int (*next)(struct pollfd *, nfds_t, int) = (int (*)(struct pollfd *, nfds_t, int))dlsym(RTLD_NEXT, "poll");
	if (timeout == 0 && ++calls % 3 == 0) {
		errno = EINTR;
		return -1;
	}
	return next(fds, n, timeout);
}
C
cc -shared -fPIC -o interrupts.so interrupts.c
expect "an interrupted poll()" 0 "no violation in 300 executions" env LD_PRELOAD="$PWD/interrupts.so" "$heddle" run \
	--hang 2s --executions 300 --out interrupted "$root/programs/correct/descriptor/socketpair_ping_pong.c"
