// SPDX-License-Identifier: Apache-2.0
// The zygote never runs code under test. It forks workers from its clean image; a worker
// that retires (a violation has to be confirmed, a fault left the C library in doubt) or dies is
// replaced by another that continues where it stopped. It passes on what workers say, and
// ends those that do not end when they should.
#include "engine/engine.h"

#include "engine/exchange.h"
#include "model/helpers.h"
#include "runtime/files.h"
#include "runtime/foreign.h"
#include "runtime/heap.h"
#include "schedule/tree.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_DEATHS 20
#define MAX_WORKERS 64
#define WATCH_MS 100      // how often workers are checked
#define SILENCE_MS 5000   // a worker that does not respond for so long is ended

struct hd_campaign *hd_campaign;
struct hd_worker *hd_worker;

static struct hd_worker *workers[MAX_WORKERS];
static pid_t pids[MAX_WORKERS]; // 0: not running
static unsigned nworkers, nrunning;
static struct {
	uint32_t pulse; // as last seen,
	uint64_t ns;    // and when it changed
	const char *ended; // by the zygote, and why; NULL: it was not
} watched[MAX_WORKERS];

const struct hd_worker *hd_worker_number(unsigned i)
{
	return i < nworkers ? workers[i] : NULL;
}

static unsigned wanted_workers(const struct hd_config *config)
{
	bool one = config->mode == HD_MODE_REPLAY || config->gdb || hd_wanted;
	unsigned n = one || config->jobs < 1 ? 1 : config->jobs;
	return n < MAX_WORKERS ? n : MAX_WORKERS;
}

static struct hd_worker *new_worker(unsigned number)
{
	struct hd_worker *w = hd_persist_alloc(sizeof(*w));

	w->number = number;
	w->scheduler_state = hd_persist_alloc(hd_campaign->scheduler->state_size);
	hd_schedule_init(&w->suspect.seen.schedule, HD_MAX_SCHEDULE, HD_MAX_CHOICES);
	hd_schedule_init(&w->suspect.small.schedule, HD_MAX_SCHEDULE, HD_MAX_CHOICES);
	hd_schedule_init(&w->trial, HD_MAX_SCHEDULE, HD_MAX_CHOICES);
	hd_mail_init(&w->mail);
	return w;
}

static void configure(const struct hd_config *config)
{
	hd.max_steps = config->max_steps;
	hd.spurious = config->spurious;
	hd.test = 1;
	hd_heap_limit = hd_base.in_use + config->max_heap;
	hd_hang_ms = config->hang_ms;
	hd_fault_gdb = config->gdb;
}

// What campaigns before this one have left. Their search is theirs alone: half of it would be none.
static bool take_earlier(const char *path)
{
	if (!path[0]) {
		return true;
	}
	if (!hd_resume_read(path) || !hd_resume_search()) {
		hd_message_note("error", NULL, "what earlier campaigns left cannot be read; go on without --resume");
		hd_campaign_finish("error");
		hd_message_done();
		return false;
	}
	hd_resume_known();
	return true;
}

static bool setup(struct hd_control *control, int argc, char **argv, char **envp)
{
	struct timespec now;

	hd_memory_init();
	hd_before_main_begin();
	hd_args_init(argc, argv, envp);
	hd_record_init();
	if (&__heddle_api) {
		hd_value_init();
	}
	hd_globals_init();
	hd_mapped_init();
	hd_campaign = hd_persist_alloc(sizeof(*hd_campaign));
	clock_gettime(CLOCK_MONOTONIC, &now);
	hd_campaign->control = control;
	hd_campaign->start_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
	hd_campaign->argc = argc;
	hd_campaign->envp = envp;
	hd_schedule_init(&hd_campaign->held.race.seen.schedule, HD_MAX_SCHEDULE, HD_MAX_CHOICES);
	hd_schedule_init(&hd_campaign->held.race.small.schedule, HD_MAX_SCHEDULE, HD_MAX_CHOICES);
	hd_campaign->scheduler = hd_scheduler_find(control->config.schedule);
	if (!hd_campaign->scheduler) {
		return false;
	}
	if (&__heddle_api) {
		hd_learn_init();
		hd_stored_test_path = control->config.replay_file[0] ? control->config.replay_file : NULL;
		hd_campaign->strategy = hd_strategy_find(control->config.strategy);
		if (!hd_campaign->strategy) {
			hd_campaign->strategy = &hd_strategy_auto;
		}
		hd_reproduce_setup();
	}
	if (hd_campaign->scheduler->leave && !&__heddle_api && control->config.mode == HD_MODE_RUN) {
		hd_campaign->tree = hd_tree_create();
	}
	hd_campaign->next = control->config.first;
	if (!take_earlier(control->config.resume_file)) {
		return false;
	}
	hd_exchange_begin();
	hd_helpers_prepare();
	nworkers = wanted_workers(&control->config);
	for (unsigned i = 0; i < nworkers; i++) {
		workers[i] = new_worker(i);
		hd_metrics_prepare(workers[i], i > 0 ? workers[0] : NULL);
	}
	if (!&__heddle_api) { // else when the classes are known
		hd_metrics_begin();
		hd_resume_goals();
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
		hd_campaign->hung += !&__heddle_api || hd_campaign->learned == 2;
		hd_worker_leave(HD_WORKER_RETIRES);
	}
}

// A fault or a hang in uninstrumented code may have left the C library unusable. A function that
// is refused is not left out of the tests in silence.
static void leave_if_unusable(const struct hd_record *r)
{
	if (unlikely(hd_files_refused) && hd_campaign_was_refused()) {
		hd_worker_leave(HD_WORKER_OVER);
	}
	if (r->outcome.hung || (r->outcome.verdict != HD_VERDICT_NONE && r->fault.tainted)) {
		hd_worker_leave(HD_WORKER_RETIRES);
	}
}

// The life of one worker.
static int work(struct hd_worker *worker)
{
	hd_worker = worker;
	hd_metrics_bind();
	hd_on_stillness = leave_if_late;
	hd_test_on_sequential = leave_if_unusable;
	hd_pulse = &worker->pulse;
	silence();
	if (!hd_confine_worker(worker->number)) {
		hd_campaign_finish("error");
		return HD_WORKER_OVER;
	}
	hd_fault_init();
	hd_state_init();
	hd_foreign_init();
	if (&__heddle_api && !hd_tests_setup()) {
		hd_campaign_finish("error");
		return HD_WORKER_OVER;
	}
	if (hd_campaign->control->config.mode == HD_MODE_REPLAY) {
		hd_campaign->over = hd_replay_file();
		return hd_campaign->over ? HD_WORKER_OVER : HD_WORKER_RETIRES;
	}
	if (hd_campaign->control->config.mode == HD_MODE_MODEL) {
		hd_campaign_finish("budget");
		return HD_WORKER_OVER;
	}
	if (worker->suspect.stage != HD_STAGE_NONE && !hd_findings_step()) {
		return HD_WORKER_RETIRES;
	}
	if (&__heddle_api) {
		hd_tests_work();
	} else {
		hd_campaign_work();
	}
	bool through = hd_campaign->over || hd_campaign_is_spent();
	if (worker->suspect.stage != HD_STAGE_NONE || (through && hd_findings_release(true))) {
		return HD_WORKER_RETIRES;
	}
	return hd_campaign->over || hd_campaign_is_spent() ? HD_WORKER_OVER : HD_WORKER_RETIRES;
}

void hd_worker_leave(int how)
{
	hd_worker->left = true;
	_exit(how);
}

// In an engine that counts (scripts/profile-engine).
int __llvm_profile_write_file(void) __attribute__((weak));
// Defined by what samples workers (bench/micro/sampler.c).
void __heddle_worker_begins(void) __attribute__((weak));

// fork(), in the way that the sandbox lets pass; handlers of pthread_atfork() are not called.
static pid_t fork_worker(void)
{
	int *tid = NULL;

	if (prctl(PR_GET_TID_ADDRESS, &tid, 0, 0, 0) != 0 || !tid) {
		return fork();
	}
	// The last two arguments are the other way round on some machines; one of them is not looked at.
	return (pid_t)syscall(SYS_clone, HD_FORK_MARK | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD, NULL, NULL,
		tid, tid);
}

static void start(unsigned i)
{
	workers[i]->left = false;
	workers[i]->mail.posted = 0; // what one that died left there is not complete
	watched[i].ns = hd_campaign_elapsed_ns();
	watched[i].ended = NULL;
	pid_t zygote = getpid();
	pids[i] = fork_worker();
	if (pids[i] == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != zygote) { // it died before that
			_exit(3);
		}
		signal(SIGCHLD, SIG_DFL);
		close(hd_campaign->control->config.message_fd);
		if (__heddle_worker_begins) {
			__heddle_worker_begins();
		}
		int status = work(workers[i]);
		if (__llvm_profile_write_file) {
			__llvm_profile_write_file();
		}
		hd_worker_leave(status);
	}
	nrunning += pids[i] > 0;
}

// The execution in progress is lost. The first one is reported; after that, only the number.
static void on_death(unsigned i, int status)
{
	struct hd_campaign *c = hd_campaign;
	unsigned long execution = workers[i]->share.next;

	c->death = watched[i].ended   ? watched[i].ended
		: WIFSIGNALED(status) ? strsignal(WTERMSIG(status))
				      : "it exited on its own";
	if (c->deaths++ == 0 && execution > 0) {
		hd_message_note("warning", NULL, "a worker died (%s) in execution %lu, which is skipped", c->death,
			execution);
	} else if (c->deaths == 1) {
		hd_message_note("warning", NULL, "a worker died (%s) before the first execution", c->death);
	}
	if (c->deaths == MAX_DEATHS) {
		hd_campaign_finish("died");
	}
}

// Is there something left to do for the next worker in this place?
static bool is_needed(unsigned i, bool retires)
{
	const struct hd_campaign *c = hd_campaign;
	bool suspects = workers[i]->suspect.stage != HD_STAGE_NONE;

	if (hd_campaign_is_overdue()) {
		return false;
	}
	// What was seen is confirmed, unless the campaign ended for another violation.
	return c->over ? suspects && (c->violations == 0 || c->control->config.keep_going) : retires;
}

static void on_end(unsigned i, int status)
{
	bool died = !workers[i]->left || !WIFEXITED(status);

	pids[i] = 0;
	nrunning--;
	if (hd_campaign->tree) {
		hd_tree_abandon(hd_campaign->tree, i);
	}
	hd_mail_take(&workers[i]->mail);
	hd_campaign_add_up(&workers[i]->share);
	if (died && workers[i]->suspect.stage == HD_STAGE_NONE) {
		on_death(i, status);
	}
	if (is_needed(i, died || WEXITSTATUS(status) == HD_WORKER_RETIRES)) {
		start(i);
	} else if (workers[i]->suspect.stage != HD_STAGE_NONE && !(hd_campaign->over && hd_campaign->violations > 0)) {
		hd_findings_lose(workers[i], "time ran out before it could be confirmed");
	}
}

static void reap(void)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		for (unsigned i = 0; i < nworkers; i++) {
			if (pids[i] == pid) {
				on_end(i, status);
				break;
			}
		}
	}
}

static void end_worker(unsigned i, const char *why)
{
	watched[i].ended = why;
	kill(pids[i], SIGKILL);
}

// Ends what does not end by itself: code under test can keep a worker from seeing that its
// time is over, or stop it altogether.
static void watch(unsigned i)
{
	uint64_t now = hd_campaign_elapsed_ns();

	if (watched[i].pulse != workers[i]->pulse) {
		watched[i].pulse = workers[i]->pulse;
		watched[i].ns = now;
	}
	if (hd_campaign_is_overdue()) {
		end_worker(i, "it did not exit in time");
	} else if (now - watched[i].ns > (SILENCE_MS + hd_hang_ms) * 1000000u) {
		end_worker(i, "it did not respond");
	}
}

static void on_child(int sig)
{
	(void)sig;
	hd_bell_ring(); // NOLINT(bugprone-signal-handler): an atomic and a system call
}

static int supervise(void)
{
	signal(SIGCHLD, on_child);
	for (unsigned k = 0; k < nworkers; k++) {
		start(k);
	}
	while (nrunning > 0) {
		uint32_t rung = hd_bell_count();
		for (unsigned i = 0; i < nworkers; i++) {
			hd_mail_take(&workers[i]->mail);
			if (pids[i]) {
				watch(i);
			}
		}
		reap();
		unsigned ms = hd_exchange_tend(WATCH_MS);
		if (nrunning > 0) {
			hd_bell_wait(rung, ms);
		}
	}
	if (hd_campaign->held.there && hd_campaign->violations == 0) {
		workers[0]->suspect.seen.fault = hd_campaign->held.race.seen.fault;
		hd_findings_lose(workers[0], "time ran out before it could be reported");
	}
	if (!hd_campaign->reason) { // every worker has used up its numbers, was ended, or has hung
		hd_campaign_finish(hd_campaign->control->progress.stop ? "interrupted" : "budget");
	}
	hd_campaign_fail_if_all_hung();
	hd_exchange_end();
	hd_resume_leave();
	hd_message_done();
	return 0;
}

// Messages are no longer read.
static bool is_host_gone(const struct hd_control *control)
{
	struct pollfd end = {.fd = control->config.message_fd};

	return poll(&end, 1, 0) > 0 && (end.revents & POLLERR);
}

int hd_zygote_main(struct hd_control *control, int argc, char **argv, char **envp)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (is_host_gone(control)) { // it died before that
		return 3;
	}
	signal(SIGINT, SIG_IGN); // the host decides when to stop
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	if (!setup(control, argc, argv, envp)) {
		return hd_campaign && hd_campaign->over ? 0 : 3;
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
