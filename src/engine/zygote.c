// SPDX-License-Identifier: Apache-2.0
// The zygote never runs code under test. It forks workers from its clean
// image; a worker that retires (a fault left the C library in doubt) or dies is
// replaced by another that goes on where it stopped.
#include "engine/engine.h"

#include "strategy/map/map.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_DEATHS 20
#define MAX_WORKERS 64

struct hd_campaign *hd_campaign;
struct hd_worker *hd_worker;

static struct hd_worker *workers[MAX_WORKERS];
static pid_t pids[MAX_WORKERS]; // 0: not running
static unsigned nworkers;

const struct hd_worker *hd_worker_number(unsigned i)
{
	return i < nworkers ? workers[i] : NULL;
}

// Searches that go through all schedules are one path; one worker walks it.
static unsigned wanted_workers(const struct hd_config *config)
{
	bool one = config->mode == HD_MODE_REPLAY || config->gdb || hd_campaign->strategy->points == HD_POINTS_ALL;
	unsigned n = one || config->jobs < 1 ? 1 : config->jobs;
	return n < MAX_WORKERS ? n : MAX_WORKERS;
}

static struct hd_worker *new_worker(unsigned number)
{
	struct hd_worker *w = hd_persist_alloc(sizeof(*w));

	w->number = number;
	w->strategy_state = hd_persist_alloc(hd_campaign->strategy->state_size);
	w->execute = &__heddle_api ? hd_tests_execute : hd_campaign_execute_main;
	hd_recorded_init(&w->pending_schedule);
	hd_recorded_init(&w->best);
	hd_recorded_init(&w->trial);
	return w;
}

static void configure(const struct hd_config *config)
{
	hd.oracles = config->oracles;
	hd.max_steps = config->max_steps;
	hd.spurious = config->spurious;
	hd.test = 1;
	hd_heap_limit = config->max_heap;
	hd_hang_ms = config->hang_ms;
	hd_fault_gdb = config->gdb;
}

static bool setup(struct hd_control *control, int argc, char **argv, char **envp)
{
	struct timespec now;

	hd_memory_init();
	hd_args_init(argc, argv, envp);
	hd_record_init();
	hd_globals_init();
	hd_campaign = hd_persist_alloc(sizeof(*hd_campaign));
	clock_gettime(CLOCK_MONOTONIC, &now);
	hd_campaign->control = control;
	hd_campaign->start_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
	hd_campaign->argc = argc;
	hd_campaign->envp = envp;
	hd_campaign->strategy = hd_schedule_find(control->config.schedule);
	if (!hd_campaign->strategy) {
		return false;
	}
	if (&__heddle_api) {
		hd_learn_init();
		hd_map_setup(__heddle_api.nclasses);
	}
	nworkers = wanted_workers(&control->config);
	for (unsigned i = 0; i < nworkers; i++) {
		workers[i] = new_worker(i);
	}
	configure(&control->config);
	return true;
}

static void silence(void)
{
	int null = open("/dev/null", O_RDWR);

	dup2(null, 0);
	if (!hd_campaign->control->config.show_output) {
		dup2(null, 1);
		dup2(null, 2);
	}
	if (null > 2) {
		close(null);
	}
}

// An execution that stands still is not waited for when the campaign should end.
static void leave_if_late(void)
{
	if (hd_campaign_is_late()) {
		hd_worker_leave(HD_WORKER_RETIRES);
	}
}

// The life of one worker.
static int work(struct hd_worker *worker)
{
	hd_worker = worker;
	hd_on_stillness = leave_if_late;
	silence();
	setvbuf(stdout, NULL, _IOLBF, 0); // a worker that ends does not flush
	hd_fault_init();
	if (&__heddle_api && !hd_tests_setup()) {
		hd_campaign_finish("error");
		return HD_WORKER_OVER;
	}
	if (hd_campaign->control->config.mode == HD_MODE_REPLAY) {
		hd_findings_replay_file();
		hd_campaign->over = true;
		return HD_WORKER_OVER;
	}
	if (hd_campaign->control->config.mode == HD_MODE_MODEL) {
		hd_campaign_finish("budget");
		return HD_WORKER_OVER;
	}
	if (worker->pending && !hd_findings_pending()) {
		return HD_WORKER_RETIRES;
	}
	if (&__heddle_api) {
		hd_tests_work();
	} else {
		hd_campaign_work();
	}
	if (hd_campaign->over) {
		return HD_WORKER_OVER;
	}
	return worker->pending || !hd_campaign_is_spent() ? HD_WORKER_RETIRES : HD_WORKER_OVER;
}

void hd_worker_leave(int how)
{
	hd_worker->left = true;
	_exit(how);
}

// In an engine that counts (scripts/profile-engine).
int __llvm_profile_write_file(void) __attribute__((weak));

static void start(unsigned i)
{
	workers[i]->left = false;
	pids[i] = fork();
	if (pids[i] == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		int status = work(workers[i]);
		if (__llvm_profile_write_file) {
			__llvm_profile_write_file();
		}
		hd_worker_leave(status);
	}
	hd_campaign->control->progress.worker_pid = (uint32_t)pids[i];
}

// The execution in flight is lost. People are told of the first; then of the number.
static void on_death(unsigned i, int status)
{
	struct hd_campaign *c = hd_campaign;
	unsigned long execution = workers[i]->share.next;

	workers[i]->pending = false;
	c->speaking = false; // it may have died in the middle of a message
	c->death = WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it ended by itself";
	if (c->deaths++ == 0 && execution > 0) {
		hd_message_note("warning", NULL, "a worker died (%s) in execution %lu, which is left out", c->death,
		                execution);
	} else if (c->deaths == 1) {
		hd_message_note("warning", NULL, "a worker died (%s) before the first execution", c->death);
	}
	if (c->deaths == MAX_DEATHS) {
		hd_campaign_finish("died");
	}
}

// Which worker ended? -1: none is left.
static int reap(int *status)
{
	for (;;) {
		pid_t pid = waitpid(-1, status, 0);
		if (pid < 0 && errno != EINTR) {
			return -1;
		}
		for (unsigned i = 0; i < nworkers && pid > 0; i++) {
			if (pids[i] == pid) {
				pids[i] = 0;
				return (int)i;
			}
		}
	}
}

static int supervise(void)
{
	int status, i;

	for (unsigned k = 0; k < nworkers; k++) {
		start(k);
	}
	while ((i = reap(&status)) >= 0) {
		bool died = !workers[i]->left || !WIFEXITED(status);
		hd_campaign_add_up(&workers[i]->share);
		if (died) {
			on_death((unsigned)i, status);
		}
		if (!hd_campaign->over && (died || WEXITSTATUS(status) == HD_WORKER_RETIRES)) {
			start((unsigned)i);
		}
	}
	if (!hd_campaign->over) { // every worker has used up its numbers
		hd_campaign_finish("budget");
	}
	hd_message_done();
	return 0;
}

int hd_zygote_main(struct hd_control *control, int argc, char **argv, char **envp)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGINT, SIG_IGN); // the host decides when to stop
	signal(SIGPIPE, SIG_IGN);
	if (!setup(control, argc, argv, envp)) {
		return 3;
	}
	if (control->config.gdb) { // a debugger follows one process
		control->config.show_output = true;
		int status = work(workers[0]);
		hd_campaign_add_up(&workers[0]->share);
		hd_message_done();
		return status;
	}
	return supervise();
}
