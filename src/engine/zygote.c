// SPDX-License-Identifier: Apache-2.0
// The zygote never runs code under test. It forks a worker from its clean
// image; a worker that retires (a fault left the C library in doubt) or dies is
// replaced by another that goes on where it stopped.
#include "engine/engine.h"

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

struct hd_campaign *hd_campaign;

static bool setup(struct hd_control *control, int argc, char **argv, char **envp)
{
	const struct hd_config *config = &control->config;
	struct timespec now;

	hd_memory_init();
	hd_record_init();
	hd_globals_init();
	hd_campaign = hd_persist_alloc(sizeof(*hd_campaign));
	clock_gettime(CLOCK_MONOTONIC, &now);
	hd_campaign->control = control;
	hd_campaign->start_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
	hd_campaign->argc = argc;
	hd_campaign->argv = argv;
	hd_campaign->envp = envp;
	hd_campaign->argv_copy = hd_persist_alloc(((size_t)argc + 1) * sizeof(char *));
	hd_campaign->strategy = hd_schedule_find(config->schedule);
	if (!hd_campaign->strategy) {
		return false;
	}
	hd_campaign->strategy_state = hd_persist_alloc(hd_campaign->strategy->state_size);
	hd_recorded_init(&hd_campaign->pending_schedule);
	hd_recorded_init(&hd_campaign->best);
	hd_recorded_init(&hd_campaign->trial);
	if (&__heddle_api) {
		hd_learn_init();
	}
	hd_campaign->execute = &__heddle_api ? hd_tests_execute : hd_campaign_execute_main;
	hd.oracles = config->oracles;
	hd.max_steps = config->max_steps;
	hd.spurious = config->spurious;
	hd.test = 1;
	hd_heap_limit = config->max_heap;
	hd_hang_ms = config->hang_ms;
	hd_fault_gdb = config->gdb;
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

// The life of one worker.
static int work(void)
{
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
	if (hd_campaign->pending && !hd_findings_pending()) {
		return HD_WORKER_RETIRES;
	}
	if (&__heddle_api) {
		hd_tests_work();
	} else {
		hd_campaign_work();
	}
	return hd_campaign->over ? HD_WORKER_OVER : HD_WORKER_RETIRES;
}

static void on_death(int status)
{
	int sig = WIFSIGNALED(status) ? WTERMSIG(status) : 0;

	hd_message_note("warning", NULL, "a worker died (%s) in execution %lu, which is left out",
	                sig ? strsignal(sig) : "it ended by itself", (unsigned long)hd_campaign->next + 1);
	hd_campaign->pending = false;
	hd_campaign->next++;
}

static int supervise(void)
{
	unsigned deaths = 0;

	while (!hd_campaign->over && deaths < MAX_DEATHS) {
		pid_t pid = fork();
		if (pid == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			_exit(work());
		}
		hd_campaign->control->progress.worker_pid = (uint32_t)pid;
		int status = 0;
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
		}
		bool retired = WIFEXITED(status) && WEXITSTATUS(status) == HD_WORKER_RETIRES;
		bool done = WIFEXITED(status) && WEXITSTATUS(status) == HD_WORKER_OVER;
		if (!retired && !done) {
			deaths++;
			on_death(status);
		}
	}
	if (deaths == MAX_DEATHS) {
		hd_campaign->reason = "error";
		hd_message_note("error", NULL, "%u workers died: giving up", deaths);
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
		hd_campaign->control->config.show_output = true;
		int status = work();
		hd_message_done();
		return status;
	}
	return supervise();
}
