// SPDX-License-Identifier: Apache-2.0
// Virtual time and repeatable randomness. Time stands still while threads work,
// advances a little each time the clock is read, and jumps when all threads wait.
#include "runtime/fair.h"
#include "runtime/rng.h"
#include "runtime/shim.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/time.h>
#include <sys/times.h>
#include <unistd.h>

#define SECOND 1000000000ull
#define START 1000000000ull * SECOND // 2001-09-09, in nanoseconds

static uint64_t standing; // what the clock shows as long as it stands still; 0: it goes on

static uint64_t full_second(uint64_t t)
{
	return t / SECOND * SECOND;
}

void hd_time_later(uint64_t ns, bool stands)
{
	hd.now = full_second(hd.now + ns);
	standing = stands ? hd.now : 0;
}

uint64_t hd_time_shown(void)
{
	return standing ? standing : hd.now;
}

void hd_time_reset(void)
{
	standing = 0;
	hd.now = START;
	hd.clock_reads = hd.timed_waits = hd.timeouts = hd.busy = 0;
	hd.random = 1;
}

// A program that polls the clock sees it run faster and faster. Where threads take turns, it shows full seconds: what
// is calculated with them repeats itself.
static uint64_t read_clock(void)
{
	uint64_t reads = hd.clock_reads++;
	if (unlikely(hd.fair)) {
		hd.now = standing ? hd.now : full_second(hd.now) + SECOND;
		return hd_time_shown();
	}
	hd.now += (1000 + hd.run.clock_lag) << (reads / 64 < 20 ? reads / 64 : 20);
	return hd.now;
}

static struct timespec as_timespec(uint64_t t)
{
	return (struct timespec){.tv_sec = (time_t)(t / 1000000000u), .tv_nsec = (long)(t % 1000000000u)};
}

// Any thread may be delayed for any time: a sleep is a point where others can run.
static void rest(uint64_t ns)
{
	uint64_t until = hd.now + ns;

	hd_thread_yield(HD_EV_SLEEP, hd_callsite());
	if (hd.now < until) {
		hd.now = until;
	}
	hd.now += hd.run.clock_lag;
}

SHIM unsigned __heddle_sleep(unsigned s)
{
	if (!hd.on) {
		return sleep(s);
	}
	HD_FAIR_NOTE_LOCALS();
	rest(s * 1000000000ull);
	return 0;
}

SHIM int __heddle_usleep(useconds_t us)
{
	if (!hd.on) {
		return usleep(us);
	}
	HD_FAIR_NOTE_LOCALS();
	rest(us * 1000ull);
	return 0;
}

SHIM int __heddle_nanosleep(const struct timespec *t, struct timespec *left)
{
	if (!hd.on) {
		return nanosleep(t, left);
	}
	HD_FAIR_NOTE_LOCALS();
	rest(hd_time_of(t));
	return 0;
}

SHIM int __heddle_clock_nanosleep(clockid_t clock, int flags, const struct timespec *t, struct timespec *left)
{
	if (!hd.on) {
		return clock_nanosleep(clock, flags, t, left);
	}
	HD_FAIR_NOTE_LOCALS();
	uint64_t ns = hd_time_of(t);
	if (flags & TIMER_ABSTIME) {
		ns = ns > hd.now ? ns - hd.now : 0;
	}
	rest(ns);
	return 0;
}

SHIM time_t __heddle_time(time_t *out)
{
	if (!hd.on) {
		return time(out);
	}
	time_t t = (time_t)(read_clock() / 1000000000u);
	if (out) {
		*out = t;
	}
	return t;
}

SHIM int __heddle_gettimeofday(struct timeval *tv, void *tz)
{
	if (!hd.on) {
		return gettimeofday(tv, tz);
	}
	struct timespec t = as_timespec(read_clock());
	*tv = (struct timeval){.tv_sec = t.tv_sec, .tv_usec = t.tv_nsec / 1000};
	return 0;
}

SHIM int __heddle_clock_gettime(clockid_t clock, struct timespec *t)
{
	if (!hd.on) {
		return clock_gettime(clock, t);
	}
	*t = as_timespec(read_clock());
	return 0;
}

SHIM int __heddle_timespec_get(struct timespec *t, int base)
{
	if (!hd.on) {
		return timespec_get(t, base);
	}
	*t = as_timespec(read_clock());
	return base;
}

SHIM clock_t __heddle_clock(void)
{
	return hd.on ? (clock_t)((read_clock() - START) / 1000) : clock();
}

SHIM clock_t __heddle_times(struct tms *out)
{
	if (!hd.on) {
		return times(out);
	}
	clock_t ticks = (clock_t)((read_clock() - START) / (1000000000u / (uint64_t)sysconf(_SC_CLK_TCK)));
	if (out) {
		*out = (struct tms){.tms_utime = ticks};
	}
	return ticks;
}

// ---- randomness --------------------------------------------------------------

uint64_t hd_random_next(void)
{
	return hd_rng(&hd.random);
}

SHIM int __heddle_rand(void)
{
	return hd.on ? (int)(hd_random_next() >> 33) : rand();
}

SHIM void __heddle_srand(unsigned seed)
{
	if (!hd.on) {
		srand(seed);
		return;
	}
	hd.random = seed;
}

SHIM int __heddle_rand_r(unsigned *seed)
{
	return rand_r(seed);
}

SHIM long __heddle_random(void)
{
	return hd.on ? (long)(hd_random_next() >> 33) : random();
}

SHIM void __heddle_srandom(unsigned seed)
{
	if (!hd.on) {
		srandom(seed);
		return;
	}
	hd.random = seed;
}

SHIM double __heddle_drand48(void)
{
	return hd.on ? (double)(hd_random_next() >> 11) * 0x1p-53 : drand48();
}

SHIM long __heddle_lrand48(void)
{
	return hd.on ? (long)(hd_random_next() >> 33) : lrand48();
}

SHIM long __heddle_mrand48(void)
{
	return hd.on ? (int32_t)(hd_random_next() >> 32) : mrand48();
}

SHIM void __heddle_srand48(long seed)
{
	if (!hd.on) {
		srand48(seed);
		return;
	}
	hd.random = (uint64_t)seed;
}

static void fill_random(void *p, size_t n)
{
	hd_access_range(p, n, true, hd_callsite());
	for (size_t i = 0; i < n; i++) {
		((unsigned char *)p)[i] = (unsigned char)(hd_random_next() >> 24);
	}
}

SHIM ssize_t __heddle_getrandom(void *p, size_t n, unsigned flags)
{
	if (!hd.on) {
		return getrandom(p, n, flags);
	}
	fill_random(p, n);
	return (ssize_t)n;
}

SHIM int __heddle_getentropy(void *p, size_t n)
{
	if (!hd.on) {
		return getentropy(p, n);
	}
	fill_random(p, n);
	return 0;
}

SHIM uint32_t __heddle_arc4random(void)
{
	uint32_t v;

	if (hd.on) {
		return (uint32_t)hd_random_next();
	}
	return getentropy(&v, sizeof(v)) == 0 ? v : 4;
}

SHIM uint32_t __heddle_arc4random_uniform(uint32_t limit)
{
	return limit > 1 ? __heddle_arc4random() % limit : 0;
}

SHIM void __heddle_arc4random_buf(void *p, size_t n)
{
	if (hd.on) {
		fill_random(p, n);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		((unsigned char *)p)[i] = (unsigned char)__heddle_arc4random();
	}
}
