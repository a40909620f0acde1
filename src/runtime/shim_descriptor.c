// SPDX-License-Identifier: Apache-2.0
// Descriptors block only the fiber: a call that would block waits, as a fiber,
// until poll() says it would not. One synchronization object stands for all
// descriptors: data written before a write is visible after any later read.
#include "runtime/shim.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/close_range.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/files.h"

#define STANDARD 3 // 0, 1 and 2

static bool standard_is_null[STANDARD];
static struct hd_sync *all; // of this execution; NULL: not used yet

// What a parked fiber waits for.
static struct {
	struct pollfd *fds;
	nfds_t n;
	int epoll; // -1: none
	uint64_t unlocks; // file lock: how many there had been
} waits[HD_MAX_FIBERS];

static uint64_t unlocks; // calls that may have unlocked a file

// Whether it can be opened again when code under test has closed it.
static bool is_null(int fd)
{
	struct stat here, null;

	return fstat(fd, &here) == 0 && stat("/dev/null", &null) == 0 && S_ISCHR(here.st_mode) &&
		here.st_rdev == null.st_rdev;
}

// Every execution starts with only the standard descriptors open, so that
// code under test is given the same numbers each time.
void hd_descriptors_init(void)
{
	close_range(STANDARD, UINT_MAX, 0);
	for (int fd = 0; fd < STANDARD; fd++) {
		standard_is_null[fd] = is_null(fd);
	}
}

static void restore_standard(void)
{
	for (int fd = 0; fd < STANDARD; fd++) {
		if (!standard_is_null[fd]) {
			hd.spoilt = "a standard descriptor"; // the only one of its kind
			return;
		}
		close(fd);
		if (open("/dev/null", O_RDWR) != fd) {
			hd.spoilt = "a standard descriptor";
			return;
		}
	}
}

#define COUNTED 64

unsigned hd_descriptors_left;

unsigned hd_descriptors_open(void)
{
	struct pollfd fds[COUNTED];
	unsigned open = 0;

	for (int i = 0; i < COUNTED; i++) {
		fds[i] = (struct pollfd){.fd = STANDARD + i};
	}
	if (TEMP_FAILURE_RETRY(poll(fds, COUNTED, 0)) < 0) {
		return 0;
	}
	for (int i = 0; i < COUNTED; i++) {
		open += !(fds[i].revents & POLLNVAL);
	}
	return open;
}

void hd_descriptors_restore(bool standard)
{
	if (hd.run.oracles & HD_ORACLE_RESOURCES) {
		hd_descriptors_left = hd_descriptors_open();
	}
	if (standard) {
		restore_standard();
	}
	close_range(STANDARD, UINT_MAX, 0);
}

void hd_descriptors_reset(void)
{
	hd_descriptors_left = 0;
	all = NULL;
}

// One may have been opened, closed or replaced.
static int note(int fd)
{
	hd_state |= HD_STATE_DESCRIPTORS;
	return fd;
}

static void note_standard(unsigned first)
{
	hd_state |= hd.on && first < STANDARD ? HD_STATE_STANDARD : 0;
}

// The watchdog's tick interrupts poll() even if it need not wait: that says nothing of descriptors.
static int poll_now(struct pollfd *fds, nfds_t n)
{
	return TEMP_FAILURE_RETRY(poll(fds, n, 0));
}

static bool is_ready(const struct hd_fiber *f)
{
	if (waits[f->id].epoll >= 0) {
		struct pollfd p = {.fd = waits[f->id].epoll, .events = POLLIN};
		return poll_now(&p, 1) != 0;
	}
	return poll_now(waits[f->id].fds, waits[f->id].n) != 0;
}

static struct hd_sync *descriptors(void)
{
	if (!all) {
		all = hd_sync_new(HD_SYNC_FD, 0);
	}
	return all;
}

bool hd_descriptors_poll(void)
{
	bool any = false;

	for (unsigned i = 0; all && i < hd.nfibers; i++) {
		struct hd_fiber *f = &hd_fibers[i];
		if (f->state == HD_FIBER_LIVE && f->wait == all) {
			hd_sched_refresh(f);
			any |= hd_set_has(hd.enabled, i);
		}
	}
	return any;
}

// Waits until one of the descriptors is ready; false: the deadline passed.
static bool wait_for(struct pollfd *fds, nfds_t n, int epoll, uint64_t deadline, const struct hd_site *site)
{
	// All operations on descriptors are ordered among each other.
	struct hd_op op = {.kind = HD_EV_FD_WAIT, .write = true, .object = 1, .site = site};
	bool in_time = true;

	waits[hd.cur->id].fds = fds;
	waits[hd.cur->id].n = n;
	waits[hd.cur->id].epoll = epoll;
	if (deadline == HD_FOREVER) {
		hd_sched_wait(&op, descriptors(), is_ready);
	} else {
		in_time = hd_sched_wait_until(&op, descriptors(), is_ready, deadline);
	}
	return in_time;
}

static bool never_blocks(int fd)
{
	int flags = fcntl(fd, F_GETFL);
	return flags < 0 || flags & O_NONBLOCK;
}

static void begin(int fd, short events)
{
	const struct hd_site *site = hd_callsite();
	struct pollfd p = {.fd = never_blocks(fd) ? -1 : fd, .events = events};

	if (p.fd < 0) {
		struct hd_op op = {.kind = HD_EV_FD_WAIT, .write = true, .object = 1, .site = site};
		hd_sched_point(&op);
	} else {
		wait_for(&p, 1, -1, HD_FOREVER, site);
	}
	__heddle_callsite = site;
}

static ssize_t finish_read(ssize_t n)
{
	int error = errno;

	hd_race_acquire(&descriptors()->clock);
	hd_sched_changed(descriptors()); // room for writers
	errno = error;
	return n;
}

static ssize_t finish_write(ssize_t n)
{
	int error = errno;

	hd_race_release(&descriptors()->clock);
	hd_sched_changed(descriptors());
	errno = error;
	return n;
}

// One write that cannot block, however long it is.
static ssize_t write_some(int fd, const void *p, size_t n)
{
	int flags = fcntl(fd, F_GETFL);

	if (flags >= 0) {
		fcntl(fd, F_SETFL, flags | O_NONBLOCK);
	}
	ssize_t done = write(fd, p, n);
	int error = errno;
	if (flags >= 0) {
		fcntl(fd, F_SETFL, flags);
	}
	errno = error;
	return done;
}

static ssize_t write_all(int fd, const char *p, size_t n)
{
	size_t done = 0;
	bool partial = never_blocks(fd);

	do {
		begin(fd, POLLOUT);
		hd_access_check(p + done, n - done, false, false, __heddle_callsite);
		hd_race_release(&descriptors()->clock);
		ssize_t some = write_some(fd, p + done, n - done);
		if (some < 0 && errno == EAGAIN && !partial) {
			continue;
		}
		if (some < 0 && errno == EPIPE) {
			hd_process_broken_pipe();
			errno = EPIPE;
		}
		if (some < 0) {
			return finish_write(done > 0 ? (ssize_t)done : -1);
		}
		done += (size_t)some;
		hd_sched_changed(descriptors());
	} while (done < n && !partial);
	return finish_write((ssize_t)done);
}

SHIM ssize_t __heddle_read(int fd, void *p, size_t n)
{
	if (!hd.on) {
		return read(fd, p, n);
	}
	begin(fd, POLLIN);
	hd_access_check(p, n, true, false, hd_callsite());
	return finish_read(read(fd, p, n));
}

SHIM ssize_t __heddle_write(int fd, const void *p, size_t n)
{
	return hd.on ? write_all(fd, p, n) : write(fd, p, n);
}

SHIM ssize_t __heddle_readv(int fd, const struct iovec *v, int n)
{
	if (!hd.on) {
		return readv(fd, v, n);
	}
	begin(fd, POLLIN);
	for (int i = 0; i < n; i++) {
		hd_access_check(v[i].iov_base, v[i].iov_len, true, false, __heddle_callsite);
	}
	return finish_read(readv(fd, v, n));
}

SHIM ssize_t __heddle_writev(int fd, const struct iovec *v, int n)
{
	ssize_t sum = 0;

	if (!hd.on) {
		return writev(fd, v, n);
	}
	for (int i = 0; i < n; i++) {
		ssize_t some = write_all(fd, v[i].iov_base, v[i].iov_len);
		if (some < 0) {
			return sum > 0 ? sum : -1;
		}
		sum += some;
	}
	return sum;
}

// Only a stream comes in parts.
static bool wants_all(int fd, int flags)
{
	int type = 0;
	socklen_t size = sizeof(type);

	return flags & MSG_WAITALL && !(flags & (MSG_DONTWAIT | MSG_PEEK)) && !never_blocks(fd) &&
		getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM;
}

static ssize_t receive(int fd, char *p, size_t n, int flags, struct sockaddr *from, socklen_t *size)
{
	size_t done = 0;
	bool all_of_it = wants_all(fd, flags);
	ssize_t some;

	do {
		if (!(flags & MSG_DONTWAIT)) {
			begin(fd, POLLIN);
		}
		hd_access_check(p + done, n - done, true, false, __heddle_callsite);
		some = finish_read(recvfrom(fd, p + done, n - done, flags | MSG_DONTWAIT, from, size));
		done += some > 0 ? (size_t)some : 0;
	} while (all_of_it && some > 0 && done < n);
	return done > 0 ? (ssize_t)done : some;
}

SHIM ssize_t __heddle_recv(int fd, void *p, size_t n, int flags)
{
	return hd.on ? receive(fd, p, n, flags, NULL, NULL) : recv(fd, p, n, flags);
}

SHIM ssize_t __heddle_recvfrom(int fd, void *p, size_t n, int flags, struct sockaddr *from, socklen_t *size)
{
	return hd.on ? receive(fd, p, n, flags, from, size) : recvfrom(fd, p, n, flags, from, size);
}

SHIM ssize_t __heddle_recvmsg(int fd, struct msghdr *m, int flags)
{
	if (!hd.on) {
		return recvmsg(fd, m, flags);
	}
	begin(fd, POLLIN);
	note(fd); // descriptors may come with it
	return finish_read(recvmsg(fd, m, flags));
}

SHIM ssize_t __heddle_send(int fd, const void *p, size_t n, int flags)
{
	if (!hd.on) {
		return send(fd, p, n, flags);
	}
	begin(fd, POLLOUT);
	hd_access_check(p, n, false, false, hd_callsite());
	hd_race_release(&descriptors()->clock);
	return finish_write(send(fd, p, n, flags | MSG_NOSIGNAL));
}

SHIM ssize_t __heddle_sendto(int fd, const void *p, size_t n, int flags, const struct sockaddr *to, socklen_t size)
{
	if (!hd.on) {
		return sendto(fd, p, n, flags, to, size);
	}
	begin(fd, POLLOUT);
	hd_access_check(p, n, false, false, hd_callsite());
	hd_race_release(&descriptors()->clock);
	return finish_write(sendto(fd, p, n, flags | MSG_NOSIGNAL, to, size));
}

SHIM ssize_t __heddle_sendmsg(int fd, const struct msghdr *m, int flags)
{
	if (!hd.on) {
		return sendmsg(fd, m, flags);
	}
	begin(fd, POLLOUT);
	hd_race_release(&descriptors()->clock);
	return finish_write(sendmsg(fd, m, flags | MSG_NOSIGNAL));
}

SHIM int __heddle_accept4(int fd, struct sockaddr *from, socklen_t *size, int flags)
{
	if (!hd.on) {
		return accept4(fd, from, size, flags);
	}
	begin(fd, POLLIN);
	return note((int)finish_read(accept4(fd, from, size, flags)));
}

SHIM int __heddle_accept(int fd, struct sockaddr *from, socklen_t *size)
{
	return hd.on ? __heddle_accept4(fd, from, size, 0) : accept(fd, from, size);
}

static int poll_until(struct pollfd *fds, nfds_t n, uint64_t deadline)
{
	const struct hd_site *site = hd_callsite();

	hd_access_check(fds, n * sizeof(*fds), true, false, site);
	wait_for(fds, n, -1, deadline, site);
	return (int)finish_read(poll_now(fds, n));
}

SHIM int __heddle_poll(struct pollfd *fds, nfds_t n, int timeout)
{
	if (!hd.on) {
		return poll(fds, n, timeout);
	}
	return poll_until(fds, n, timeout < 0 ? HD_FOREVER : hd.now + (uint64_t)timeout * 1000000u);
}

SHIM int __heddle_ppoll(struct pollfd *fds, nfds_t n, const struct timespec *t, const sigset_t *set)
{
	if (!hd.on) {
		return ppoll(fds, n, t, set);
	}
	return poll_until(fds, n, t ? hd.now + hd_time_of(t) : HD_FOREVER);
}

static short events_of(int fd, const fd_set *r, const fd_set *w, const fd_set *x)
{
	return (short)((r && FD_ISSET(fd, r) ? POLLIN : 0) | (w && FD_ISSET(fd, w) ? POLLOUT : 0) |
		(x && FD_ISSET(fd, x) ? POLLPRI : 0));
}

SHIM int __heddle_select(int n, fd_set *r, fd_set *w, fd_set *x, struct timeval *t)
{
	struct pollfd fds[FD_SETSIZE];
	struct timeval zero = {0};
	nfds_t used = 0;

	if (!hd.on) {
		return select(n, r, w, x, t);
	}
	for (int fd = 0; fd < n && fd < FD_SETSIZE; fd++) {
		short events = events_of(fd, r, w, x);
		if (events) {
			fds[used++] = (struct pollfd){.fd = fd, .events = events};
		}
	}
	uint64_t wait = t ? (uint64_t)t->tv_sec * 1000000000u + (uint64_t)t->tv_usec * 1000u : 0;
	wait_for(fds, used, -1, t ? hd.now + wait : HD_FOREVER, hd_callsite());
	return (int)finish_read(TEMP_FAILURE_RETRY(select(n, r, w, x, &zero)));
}

SHIM int __heddle_pselect(int n, fd_set *r, fd_set *w, fd_set *x, const struct timespec *t, const sigset_t *set)
{
	if (!hd.on) {
		return pselect(n, r, w, x, t, set);
	}
	struct timeval limit = {.tv_sec = t ? t->tv_sec : 0, .tv_usec = t ? t->tv_nsec / 1000 : 0};
	return __heddle_select(n, r, w, x, t ? &limit : NULL);
}

static int epoll_until(int fd, struct epoll_event *events, int n, uint64_t deadline)
{
	wait_for(NULL, 0, fd, deadline, hd_callsite());
	return (int)finish_read(TEMP_FAILURE_RETRY(epoll_wait(fd, events, n, 0)));
}

SHIM int __heddle_epoll_wait(int fd, struct epoll_event *events, int n, int timeout)
{
	if (!hd.on) {
		return epoll_wait(fd, events, n, timeout);
	}
	return epoll_until(fd, events, n, timeout < 0 ? HD_FOREVER : hd.now + (uint64_t)timeout * 1000000u);
}

SHIM int __heddle_epoll_pwait(int fd, struct epoll_event *events, int n, int timeout, const sigset_t *set)
{
	return hd.on ? __heddle_epoll_wait(fd, events, n, timeout) : epoll_pwait(fd, events, n, timeout, set);
}

SHIM int __heddle_epoll_pwait2(int fd, struct epoll_event *events, int n, const struct timespec *t, const sigset_t *set)
{
	if (!hd.on) {
		return epoll_pwait2(fd, events, n, t, set);
	}
	return epoll_until(fd, events, n, t ? hd.now + hd_time_of(t) : HD_FOREVER);
}

SHIM int __heddle_eventfd_read(int fd, eventfd_t *value)
{
	return __heddle_read(fd, value, sizeof(*value)) == (ssize_t)sizeof(*value) ? 0 : -1;
}

SHIM int __heddle_eventfd_write(int fd, eventfd_t value)
{
	return __heddle_write(fd, &value, sizeof(value)) == (ssize_t)sizeof(value) ? 0 : -1;
}

// ---- opening and closing -----------------------------------------------------------

SHIM int __heddle_close(int fd)
{
	if (!hd.on) {
		return close(fd);
	}
	struct hd_op op = {.kind = HD_EV_FD_WAIT, .write = true, .object = 1, .site = hd_callsite()};
	hd_sched_point(&op);
	note_standard((unsigned)fd);
	int result = close(fd);
	unlocks++;
	return note((int)finish_write(result));
}

SHIM int __heddle_close_range(unsigned first, unsigned last, int flags)
{
	if (!hd.on) {
		return close_range(first, last, flags);
	}
	if (flags & (int)CLOSE_RANGE_UNSHARE) {
		hd_fault_refuse("close_range (with CLOSE_RANGE_UNSHARE)");
	}
	struct hd_op op = {.kind = HD_EV_FD_WAIT, .write = true, .object = 1, .site = hd_callsite()};
	hd_sched_point(&op);
	note_standard(first);
	unlocks++;
	return note((int)finish_write(close_range(first, last, flags)));
}

SHIM void __heddle_closefrom(int first)
{
	if (!hd.on) {
		closefrom(first);
		return;
	}
	__heddle_close_range(first < 0 ? 0 : (unsigned)first, UINT_MAX, 0);
}

// The descriptor of a standard stream goes with it.
SHIM int __heddle_fclose(FILE *f)
{
	if (hd.on && (f == stdin || f == stdout || f == stderr)) {
		hd_state_note(HD_STATE_STREAMS, "fclose()");
	}
	return fclose(f);
}

SHIM int __heddle_pipe2(int fds[2], int flags)
{
	return note(pipe2(fds, flags));
}

SHIM int __heddle_pipe(int fds[2])
{
	return __heddle_pipe2(fds, 0);
}

SHIM int __heddle_socketpair(int domain, int type, int protocol, int fds[2])
{
	return note(socketpair(domain, type, protocol, fds));
}

SHIM int __heddle_socket(int domain, int type, int protocol)
{
	return note(socket(domain, type, protocol));
}

SHIM int __heddle_eventfd(unsigned value, int flags)
{
	return note(eventfd(value, flags));
}

SHIM int __heddle_epoll_create(int size)
{
	return note(epoll_create(size));
}

SHIM int __heddle_epoll_create1(int flags)
{
	return note(epoll_create1(flags));
}

// What is found there may depend on what another thread does to the file system.
static void open_point(void)
{
	struct hd_op op = {.kind = HD_EV_FD_WAIT, .write = true, .object = 1, .site = hd_callsite()};

	if (hd.on) {
		hd_sched_point(&op);
	}
}

static int mode_of(int flags, va_list args)
{
	return flags & (O_CREAT | O_TMPFILE) ? va_arg(args, int) : 0;
}

SHIM int __heddle_open(const char *path, int flags, ...)
{
	char room[PATH_MAX];
	va_list args;
	va_start(args, flags);
	int mode = mode_of(flags, args);
	va_end(args);
	open_point();
	return note(open(hd_files_path(path, hd_files_use_of(flags), room), flags, mode));
}

SHIM int __heddle_openat(int dir, const char *path, int flags, ...)
{
	char room[PATH_MAX];
	va_list args;
	va_start(args, flags);
	int mode = mode_of(flags, args);
	va_end(args);
	open_point();
	if (dir == AT_FDCWD || (path && *path == '/')) {
		path = hd_files_path(path, hd_files_use_of(flags), room);
	}
	return note(openat(dir, path, flags, mode));
}

SHIM int __heddle_creat(const char *path, mode_t mode)
{
	char room[PATH_MAX];
	open_point();
	return note(creat(hd_files_path(path, HD_FILES_WRITES, room), mode));
}

SHIM int __heddle_dup(int fd)
{
	return note(dup(fd));
}

SHIM int __heddle_dup2(int from, int to)
{
	note_standard((unsigned)to);
	return note(dup2(from, to));
}

SHIM int __heddle_dup3(int from, int to, int flags)
{
	note_standard((unsigned)to);
	return note(dup3(from, to, flags));
}

// Locks of the process never wait for a thread of its own; those of an open file may.
static int control(int fd, int command, void *argument)
{
	if (hd.on && command == F_OFD_SETLKW) {
		int result = fcntl(fd, F_OFD_SETLK, argument);
		if (result < 0 && (errno == EAGAIN || errno == EACCES)) {
			hd_fault_refuse("fcntl (waiting for a file lock)");
		}
		return result;
	}
	return note(fcntl(fd, command, argument));
}

SHIM int __heddle_fcntl(int fd, int command, ...)
{
	va_list args;
	va_start(args, command);
	void *argument = va_arg(args, void *);
	va_end(args);
	return control(fd, command, argument);
}

// Offsets have 64 bits either way.
SHIM __typeof__(__heddle_open) __heddle_open64 __attribute__((alias("__heddle_open")));
SHIM __typeof__(__heddle_openat) __heddle_openat64 __attribute__((alias("__heddle_openat")));
SHIM __typeof__(__heddle_creat) __heddle_creat64 __attribute__((alias("__heddle_creat")));
SHIM __typeof__(__heddle_fcntl) __heddle_fcntl64 __attribute__((alias("__heddle_fcntl")));

static bool may_be_unlocked(const struct hd_fiber *f)
{
	return waits[f->id].unlocks != unlocks;
}

// Another process may hold the lock: who waits for one in vain proves nothing.
void hd_descriptors_expect_unlock(void)
{
	for (unsigned i = 0; i < hd.nfibers; i++) {
		if (hd_fibers[i].state == HD_FIBER_LIVE && hd_fibers[i].ready == may_be_unlocked) {
			__heddle_callsite = hd_fibers[i].op.site;
			hd_fault_refuse("flock (waiting for a file lock)");
		}
	}
}

static int lock_file(int fd, int operation, const struct hd_site *site)
{
	struct hd_op op = {.kind = HD_EV_FD_WAIT, .write = true, .object = 1, .site = site};
	int result;

	hd_sched_point(&op);
	while ((result = flock(fd, operation | LOCK_NB)) < 0 && errno == EWOULDBLOCK && !(operation & LOCK_NB)) {
		waits[hd.cur->id].unlocks = unlocks;
		hd_sched_wait(&op, descriptors(), may_be_unlocked);
	}
	return result;
}

// What was written before an unlock is visible after a later lock; a close unlocks, too.
SHIM int __heddle_flock(int fd, int operation)
{
	if (!hd.on) {
		return flock(fd, operation);
	}
	int result = lock_file(fd, operation, hd_callsite());
	if (result < 0) {
		return result;
	}
	unlocks++; // or made a lock a shared one
	return (int)(operation & LOCK_UN ? finish_write(result) : finish_read(result));
}
