// SPDX-License-Identifier: Apache-2.0
// Supervision of one harness.
//
// The harness may run any code: it can die at any point, write rubbish, leave
// processes behind or never end. Invariants here:
//   1. every complete line received was handled before hd_worker_run returns;
//   2. the harness has a process group of its own, and nothing of that group
//      is alive afterwards;
//   3. heddle waits for "done" or the end of the harness process, never for the
//      end of the pipe: a process left behind may hold it open.
#include "harness/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "base/diag.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/path.h"
#include "base/spawn.h"

enum {
	TICK_MS = 100,
	// After its time limit a harness may minimise and replay what it found.
	OVERTIME_STOP_MS = 20 * 1000,
	OVERTIME_KILL_MS = 60 * 1000,
	// After "done" or "stop" a harness should end by itself.
	ENDING_MS = 5 * 1000,
	STDERR_TAIL = 2048,
};

struct worker {
	const struct hd_worker_request *request;
	const struct hd_worker_events *events;
	struct hd_worker_outcome *outcome;
	int control_fd;
	struct hd_control *control;
	int messages; // our end of the message pipe
	int errors;   // our end of the harness's stderr, -1 if it has ours
	pid_t pid;
	bool ended;
	int ended_status;
	bool done;           // the "done" message came
	bool killed_overtime; // by us
	unsigned rubbish;    // lines that were no messages
	struct hd_str line;  // incomplete last line
	size_t searched;     // of its bytes, without a newline among them
	struct hd_str tail;  // end of what it wrote on stderr
	double start;
};

static double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static enum hd_status make_control(struct worker *worker, struct hd_error *error)
{
	worker->control_fd = memfd_create("heddle-control", MFD_CLOEXEC);
	if (worker->control_fd < 0 || ftruncate(worker->control_fd, sizeof(struct hd_control)) != 0) {
		return hd_fail(error, HD_INTERNAL, "no shared memory: %s", strerror(errno));
	}
	void *memory = mmap(NULL, sizeof(struct hd_control), PROT_READ | PROT_WRITE, MAP_SHARED,
		worker->control_fd, 0);
	if (memory == MAP_FAILED) {
		return hd_fail(error, HD_INTERNAL, "no shared memory: %s", strerror(errno));
	}
	worker->control = memory;
	worker->control->magic = HD_CONTROL_MAGIC;
	worker->control->version = HD_CONTROL_VERSION;
	worker->control->config = worker->request->config;
	return HD_OK;
}

static void harness_argv(const struct hd_worker_request *request, struct hd_strv *argv)
{
	hd_strv_add(argv, request->harness);
	if (request->args) {
		hd_strv_add_all(argv, request->args);
	}
}

// Where the harness's standard output goes; -1: where ours goes.
static int choose_output(const struct worker *worker, int null)
{
	if (!worker->request->config.show_output) {
		return null;
	}
	return worker->request->stdout_is_ours ? STDERR_FILENO : HD_SPAWN_KEEP;
}

// The same addresses in every run: part of what makes a replay exact. The
// setting passes to the child; ours is put back at once.
static int spawn_at_fixed_addresses(const struct hd_spawn *spawn, pid_t *pid, bool *vary)
{
	int old = personality(0xffffffff);
	*vary = old < 0 || personality((unsigned long)old | ADDR_NO_RANDOMIZE) < 0;
	int reason = hd_spawn_start(spawn, pid);
	if (!*vary) {
		personality((unsigned long)old);
	}
	return reason;
}

// pipes[0]: messages, pipes[1]: stderr; [.][1] are the harness's ends.
static enum hd_status start_harness(struct worker *worker, int pipes[2][2], struct hd_error *error)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (null < 0) {
		return hd_fail(error, HD_INTERNAL, "cannot open /dev/null: %s", strerror(errno));
	}
	const int inherit[] = {worker->control_fd, pipes[0][1]};
	struct hd_strv argv = {0};
	harness_argv(worker->request, &argv);
	char *variable = hd_format(HD_CONTROL_ENV "=%d", worker->control_fd);
	struct hd_spawn spawn = {
		.argv = argv.items,
		.environment = variable,
		.input = null,
		.output = choose_output(worker, null),
		.error = worker->request->config.show_output ? HD_SPAWN_KEEP : pipes[1][1],
		.inherit = inherit,
		.inherit_count = 2,
		.own_group = true,
	};
	int reason = spawn_at_fixed_addresses(&spawn, &worker->pid, &worker->outcome->addresses_vary);
	free(variable);
	close(null);
	hd_strv_finish(&argv);
	if (reason != 0) {
		worker->pid = 0;
		return hd_fail(error, HD_INTERNAL, "cannot run '%s': %s", worker->request->harness,
			strerror(reason));
	}
	return HD_OK;
}

static enum hd_status start(struct worker *worker, struct hd_error *error)
{
	enum hd_status status = make_control(worker, error);
	if (status != HD_OK) {
		return status;
	}
	hd_check(worker->control != NULL);
	int pipes[2][2] = {{-1, -1}, {-1, -1}};
	if (pipe2(pipes[0], O_CLOEXEC) != 0 || pipe2(pipes[1], O_CLOEXEC) != 0) {
		status = hd_fail(error, HD_INTERNAL, "no pipe: %s", strerror(errno));
	} else {
		worker->control->config.message_fd = pipes[0][1];
		status = start_harness(worker, pipes, error);
	}
	for (int i = 0; i < 2; i++) {
		if (pipes[i][1] >= 0) {
			close(pipes[i][1]);
		}
	}
	worker->messages = pipes[0][0];
	worker->errors = pipes[1][0];
	worker->start = now();
	return status;
}

static void take_done(struct worker *worker, const json_t *message)
{
	struct hd_worker_outcome *outcome = worker->outcome;
	worker->done = true;
	json_decref(outcome->done);
	outcome->done = json_incref((json_t *)message);
	const char *reason = hd_json_text(message, "reason", "error");
	memcpy(outcome->reason, reason, strnlen(reason, sizeof(outcome->reason) - 1));
	outcome->executions = (uint64_t)hd_json_int(message, "executions", 0);
	outcome->blocked = (uint64_t)hd_json_int(message, "blocked", 0);
	outcome->traces = (uint64_t)hd_json_int(message, "traces", 0);
	outcome->cut_off = (uint64_t)hd_json_int(message, "cut_off", 0);
	outcome->steps = (uint64_t)hd_json_int(message, "steps", 0);
	outcome->violations = (uint64_t)hd_json_int(message, "violations", 0);
	outcome->seconds = hd_json_real(message, "seconds", now() - worker->start);
}

static void take_message(struct worker *worker, const json_t *message)
{
	const struct hd_worker_events *events = worker->events;
	const char *type = hd_json_text(message, "type", "");
	if (strcmp(type, "finding") == 0) {
		if (events->finding) {
			events->finding(events->context, message);
		}
	} else if (strcmp(type, "note") == 0) {
		if (strcmp(hd_json_text(message, "level", ""), "error") == 0) {
			worker->outcome->error_note = true;
		}
		if (events->note) {
			events->note(events->context, message);
		}
	} else if (strcmp(type, "replay") == 0) {
		if (events->replay) {
			events->replay(events->context, message);
		}
	} else if (strcmp(type, "done") == 0) {
		take_done(worker, message);
	} else {
		worker->rubbish++;
	}
}

static void take_line(struct worker *worker, const char *text, size_t length)
{
	if (length == 0) {
		return;
	}
	json_t *message = json_loadb(text, length, JSON_ALLOW_NUL, NULL);
	if (message) {
		take_message(worker, message);
		json_decref(message);
	} else {
		worker->rubbish++;
	}
}

static void take_lines(struct worker *worker)
{
	struct hd_str *line = &worker->line;
	if (line->length == 0) {
		return;
	}
	char *begin = line->data;
	char *end = line->data + line->length;
	char *from = begin + worker->searched; // a long line comes in many pieces
	char *newline;
	while (from < end && (newline = memchr(from, '\n', (size_t)(end - from)))) {
		take_line(worker, begin, (size_t)(newline - begin));
		begin = from = newline + 1;
	}
	worker->searched = (size_t)(end - begin);
	memmove(line->data, begin, worker->searched);
	hd_str_truncate(line, worker->searched);
}

// Reads once; false at the end of the pipe.
static bool read_into(int fd, struct hd_str *str)
{
	char buffer[65536];
	ssize_t count = read(fd, buffer, sizeof(buffer));
	if (count > 0) {
		hd_str_add_bytes(str, buffer, (size_t)count);
	}
	return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

static void close_end(int *fd)
{
	if (*fd >= 0) {
		close(*fd);
		*fd = -1;
	}
}

static void keep_tail(struct hd_str *tail)
{
	if (tail->length > 2 * STDERR_TAIL) {
		memmove(tail->data, tail->data + tail->length - STDERR_TAIL, STDERR_TAIL);
		hd_str_truncate(tail, STDERR_TAIL);
	}
}

// Waits for input at most timeout ms and takes it. False: there was none.
static bool take_input(struct worker *worker, int timeout)
{
	struct pollfd ends[2] = {
		{.fd = worker->messages, .events = POLLIN},
		{.fd = worker->errors, .events = POLLIN},
	};
	if (poll(ends, 2, timeout) <= 0) {
		return false;
	}
	if (ends[0].revents) {
		if (!read_into(worker->messages, &worker->line)) {
			close_end(&worker->messages);
		}
		take_lines(worker);
	}
	if (ends[1].revents) {
		if (!read_into(worker->errors, &worker->tail)) {
			close_end(&worker->errors);
		}
		keep_tail(&worker->tail);
	}
	return true;
}

static void check_ended(struct worker *worker)
{
	if (!worker->ended && waitpid(worker->pid, &worker->ended_status, WNOHANG) == worker->pid) {
		worker->ended = true;
	}
}

// Requests from outside and limits of time.
static void check_limits(struct worker *worker)
{
	volatile struct hd_progress *progress = &worker->control->progress;
	uint64_t limit = worker->request->config.time_ms;
	double elapsed = (now() - worker->start) * 1000;
	if (hd_interrupt_count() > 0 || (limit && elapsed > (double)(limit + OVERTIME_STOP_MS))) {
		progress->stop = 1;
	}
	if (hd_interrupt_count() > 1) {
		kill(-worker->pid, SIGKILL);
	} else if (limit && elapsed > (double)(limit + OVERTIME_KILL_MS)) {
		worker->killed_overtime = true;
		kill(-worker->pid, SIGKILL);
	}
}

static void supervise(struct worker *worker)
{
	double last_tick = 0;
	while (!worker->done && !worker->ended) {
		take_input(worker, TICK_MS);
		if (worker->messages < 0 && worker->errors < 0) {
			poll(NULL, 0, 1); // only the end of the process is left to wait for
		}
		check_ended(worker);
		check_limits(worker);
		if (worker->events->tick && now() - last_tick >= TICK_MS / 1000.0) {
			last_tick = now();
			worker->events->tick(worker->events->context, &worker->control->progress,
				now() - worker->start);
		}
	}
	while (take_input(worker, 0) && (worker->messages >= 0 || worker->errors >= 0)) {
	}
}

// Gives the harness a moment to end, then ends its whole group.
static void finish_process(struct worker *worker)
{
	double deadline = now() + ENDING_MS / 1000.0;
	if (worker->pid <= 0) {
		return;
	}
	for (int pause = 0; !worker->ended && now() < deadline; pause = pause < 16 ? pause + 1 : 16) {
		if (!take_input(worker, pause) && worker->messages < 0 && worker->errors < 0) {
			poll(NULL, 0, pause);
		}
		check_ended(worker);
	}
	kill(-worker->pid, SIGKILL);
	if (!worker->ended) {
		worker->ended_status = hd_spawn_wait(worker->pid);
		worker->ended = true;
	}
}

static void add_tail(struct hd_error *error, const struct hd_str *tail)
{
	if (tail->length > 0) {
		char *text = hd_format("%s\nit last wrote on stderr:\n%s", hd_str_text(&error->text),
			hd_str_text(tail));
		hd_fail(error, HD_INTERNAL, "%s", text);
		free(text);
	}
}

static enum hd_status describe_death(struct worker *worker, struct hd_error *error)
{
	volatile struct hd_progress *progress = &worker->control->progress;
	strcpy(worker->outcome->reason, "died");
	worker->outcome->executions = progress->executions;
	worker->outcome->blocked = progress->blocked;
	worker->outcome->steps = progress->steps;
	worker->outcome->cut_off = progress->cut_off;
	worker->outcome->violations = progress->findings;
	worker->outcome->seconds = now() - worker->start;
	if (hd_interrupt_count() > 1) {
		return hd_fail(error, HD_INTERNAL, "interrupted");
	}
	if (worker->killed_overtime) {
		return hd_fail(error, HD_INTERNAL, "the harness did not end at its time limit");
	}
	struct hd_str how = {0};
	hd_spawn_describe(&how, worker->ended_status);
	hd_fail(error, HD_INTERNAL, "the harness ended without a result: %s", hd_str_text(&how));
	hd_str_finish(&how);
	add_tail(error, &worker->tail);
	return HD_INTERNAL;
}

static enum hd_status judge(struct worker *worker, struct hd_error *error)
{
	if (!worker->done) {
		return describe_death(worker, error);
	}
	if (worker->rubbish > 0) {
		return hd_fail(error, HD_INTERNAL, "%u message%s of the harness could not be read",
			worker->rubbish, worker->rubbish == 1 ? "" : "s");
	}
	return HD_OK;
}

static void finish(struct worker *worker)
{
	close_end(&worker->messages);
	close_end(&worker->errors);
	close_end(&worker->control_fd);
	if (worker->control) {
		munmap(worker->control, sizeof(*worker->control));
	}
	hd_str_finish(&worker->line);
	hd_str_finish(&worker->tail);
}

enum hd_status hd_worker_run(const struct hd_worker_request *request,
	const struct hd_worker_events *events, struct hd_worker_outcome *outcome,
	struct hd_error *error)
{
	*outcome = (struct hd_worker_outcome){0};
	struct worker worker = {
		.request = request,
		.events = events,
		.outcome = outcome,
		.control_fd = -1,
		.messages = -1,
		.errors = -1,
	};
	hd_interrupt_watch();
	enum hd_status status = start(&worker, error);
	if (status == HD_OK) {
		supervise(&worker);
		finish_process(&worker);
		hd_status_clear();
		status = judge(&worker, error);
	}
	finish(&worker);
	return status;
}

void hd_worker_outcome_finish(struct hd_worker_outcome *outcome)
{
	json_decref(outcome->done);
	outcome->done = NULL;
}

static void debugger_argv(const char *gdb, const struct hd_worker_request *request, struct hd_strv *argv)
{
	static const char *const commands[] = {
		"set breakpoint pending on", "set disable-randomization on",
		"break __heddle_fault_stop", "run </dev/null", NULL,
	};
	hd_strv_add(argv, gdb);
	hd_strv_add(argv, "-q");
	for (const char *const *command = commands; *command; command++) {
		hd_strv_add(argv, "-ex");
		hd_strv_add(argv, *command);
	}
	hd_strv_add(argv, "--args");
	harness_argv(request, argv);
}

enum hd_status hd_worker_debug(const struct hd_worker_request *request, struct hd_error *error)
{
	char *gdb = hd_path_find_program("gdb");
	if (!gdb) {
		return hd_fail(error, HD_BAD_INPUT, "gdb is not installed");
	}
	struct hd_worker_outcome outcome = {0};
	struct worker worker = {.request = request, .outcome = &outcome, .control_fd = -1};
	enum hd_status status = make_control(&worker, error);
	if (status == HD_OK) {
		hd_check(worker.control != NULL);
		// gdb passes descriptors and variables on to what it starts.
		fcntl(worker.control_fd, F_SETFD, 0);
		worker.control->config.gdb = 1;
		worker.control->config.message_fd = open("/dev/null", O_WRONLY);
		char *number = hd_format("%d", worker.control_fd);
		setenv(HD_CONTROL_ENV, number, 1);
		free(number);
		struct hd_strv argv = {0};
		debugger_argv(gdb, request, &argv);
		execv(gdb, argv.items);
		status = hd_fail(error, HD_INTERNAL, "cannot run '%s': %s", gdb, strerror(errno));
		hd_strv_finish(&argv);
	}
	free(gdb);
	return status;
}
