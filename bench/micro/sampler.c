// SPDX-License-Identifier: Apache-2.0
// Linked into a program that heddle runs, it samples the worker: a high-resolution timer interrupts
// it, the handler notes where. The worker is a fork of the harness, and timers do not pass to a
// fork, so the engine calls __heddle_worker_begins. Built without instrumentation; the file named by BENCH_SAMPLES
// holds a header and one record per sample.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define CAPACITY 100000
#define PERIOD_NS 197000 // a prime number of microseconds: in step with nothing

struct record {
	uint64_t at;
	uint64_t caller; // of a leaf function in a library
	uint64_t phase;  // of the loop over tests (engine/tests.c), 0: there is none
};

struct samples {
	uint64_t base;
	uint64_t count;
	struct record records[CAPACITY];
};

extern char __executable_start, etext;
extern const unsigned char __heddle_phase __attribute__((weak));
static struct samples *samples;

static int in_program(uintptr_t pc)
{
	return pc >= (uintptr_t)&__executable_start && pc < (uintptr_t)&etext;
}

static void on_tick(int sig, siginfo_t *info, void *context)
{
	const ucontext_t *c = context;

	(void)sig;
	(void)info;
	if (samples->count == CAPACITY)
		return;
	struct record *r = &samples->records[samples->count++];
	r->phase = &__heddle_phase ? *(const volatile unsigned char *)&__heddle_phase : 0;
#if defined(__x86_64__)
	r->at = (uintptr_t)c->uc_mcontext.gregs[REG_RIP];
    // memset and the like have no frame: the word on top of the stack is where they return to.
	uintptr_t top = *(const uintptr_t *)c->uc_mcontext.gregs[REG_RSP];
#else
	r->at = (uintptr_t)c->uc_mcontext.pc;
	uintptr_t top = (uintptr_t)c->uc_mcontext.regs[30];
#endif
	r->caller = !in_program(r->at) && in_program(top) ? top : 0;
}

void __heddle_worker_begins(void)
{
	struct sigaction action = {.sa_sigaction = on_tick, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGPROF};
	struct itimerspec period = {{0, PERIOD_NS}, {0, PERIOD_NS}};
	timer_t timer;

	if (!samples)
		return;
	sigaction(SIGPROF, &action, NULL);
	if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
		timer_settime(timer, 0, &period, NULL);
}

__attribute__((constructor)) static void prepare(void)
{
	const char *path = getenv("BENCH_SAMPLES");
	int fd = path ? open(path, O_RDWR | O_CREAT | O_TRUNC, 0644) : -1;

	if (fd < 0 || ftruncate(fd, sizeof(struct samples)) != 0)
		return;
	void *memory = mmap(NULL, sizeof(struct samples), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (memory == MAP_FAILED)
		return;
	samples = memory;
	samples->base = (uintptr_t)&__executable_start;
}
