// SPDX-License-Identifier: Apache-2.0
// Supervision of one harness.
//
// The harness may run any code: it can die at any point, write rubbish, leave
// processes behind or never end. Invariants here:
//   1. every complete line received was handled before hd_worker_run returns;
//   2. nothing that the harness started is alive afterwards;
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

#include "abi/messages.h"
#include "base/check.h"
#include "base/diag.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/path.h"
#include "base/spawn.h"
#include "harness/offspring.h"
#include "message/check.h"

enum {
	TICK_MS = 100,
	// The harness ends its workers a second after it was told to stop, or after a tenth more
	// than its time limit. If it does not, something else than a worker hangs.
	GRACE_MS = 1700,
	// After "done" a harness should exit on its own.
	ENDING_MS = 1000,
	STDERR_TAIL = 2048,
};

struct worker {
	const struct hd_worker_request *request;
	const struct hd_worker_events *events;
	struct hd_worker_outcome *outcome;
	int control_fd;
	struct hd_control *control;
	struct hd_sandbox sandbox;
	int messages; // our end of the message pipe
	int errors;   // our end of the harness's stderr, -1 if it has ours
	pid_t pid;
	bool ended;
	int ended_status;
	bool done;           // the "done" message came
	bool killed_overtime; // by us
	double stopped;      // when it was told to stop; 0: not yet
	bool killed_memory;   // by us
	unsigned rubbish;    // lines that were no messages
	struct hd_str problem; // of the first message that is not as agreed; "": all are
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
		return hd_fail(error, HD_INTERNAL, "cannot create shared memory: %s", strerror(errno));
	}
	void *memory = mmap(NULL, sizeof(struct hd_control), PROT_READ | PROT_WRITE, MAP_SHARED, worker->control_fd, 0);
	if (memory == MAP_FAILED) {
		return hd_fail(error, HD_INTERNAL, "cannot create shared memory: %s", strerror(errno));
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
	const char *keep = getenv("HEDDLE_KEEP_RANDOMISATION");
	int old = keep && *keep ? -1 : personality(0xffffffff);
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
	hd_sandbox_apply(&worker->sandbox, &spawn);
	int reason = spawn_at_fixed_addresses(&spawn, &worker->pid, &worker->outcome->addresses_vary);
	free(variable);
	close(null);
	hd_strv_finish(&argv);
	if (reason != 0) {
		worker->pid = 0;
		return hd_fail(error, HD_INTERNAL, "cannot run '%s': %s", worker->request->harness, strerror(reason));
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
	status = hd_sandbox_make(&worker->sandbox, worker->request->sandbox, worker->request->config.max_heap,
		&worker->control->confinement, error);
	if (status != HD_OK) {
		return status;
	}
	int pipes[2][2] = {{-1, -1}, {-1, -1}};
	if (pipe2(pipes[0], O_CLOEXEC) != 0 || pipe2(pipes[1], O_CLOEXEC) != 0) {
		status = hd_fail(error, HD_INTERNAL, "cannot create a pipe: %s", strerror(errno));
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
	worker->done = true;
	hd_done_finish(&worker->outcome->done);
	hd_done_init(&worker->outcome->done, message);
}

static void take_note(struct worker *worker, const json_t *message)
{
	struct hd_note note;
	hd_note_decode(&note, message);
	worker->outcome->error_note |= note.error;
	if (worker->events->note) {
		worker->events->note(worker->events->context, &note);
	}
}

static void take_replay(struct worker *worker, const json_t *message)
{
	struct hd_replayed replayed;
	hd_replayed_decode(&replayed, message);
	if (worker->events->replay) {
		worker->events->replay(worker->events->context, &replayed);
	}
}

static void take_finding(struct worker *worker, const json_t *message)
{
	if (worker->events->finding) {
		worker->events->finding(worker->events->context, message);
	}
}

// Malformed messages are decoded all the same, and reported at the end.
static void take_message(struct worker *worker, const json_t *message)
{
	static void (*const take[])(struct worker *, const json_t *) = {
#define HD_MESSAGE(name) take_##name,
#include "abi/messages.def"
	};
	const char *type = hd_json_text(message, HD_MESSAGE_TYPE, "");
	if (worker->problem.length == 0) {
		hd_message_check(message, &worker->problem);
	}
	for (size_t i = 0; i < HD_MESSAGE_COUNT; i++) {
		if (strcmp(type, hd_message_name((enum hd_message)i)) == 0) {
			take[i](worker, message);
		}
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

// It may have left its group.
static void kill_harness(const struct worker *worker)
{
	kill(-worker->pid, SIGKILL);
	if (!worker->ended) {
		kill(worker->pid, SIGKILL);
	}
}

// Requests from outside and limits of time.
static void check_limits(struct worker *worker)
{
	volatile struct hd_progress *progress = &worker->control->progress;
	double limit = (double)worker->request->config.time_ms;
	double elapsed = (now() - worker->start) * 1000;
	if (hd_interrupt_count() > 0 && worker->stopped == 0) {
		worker->stopped = now();
		progress->stop = 1;
	}
	bool ignores_stop = worker->stopped > 0 && (now() - worker->stopped) * 1000 > GRACE_MS;
	bool overtime = limit > 0 && elapsed > limit * 1.1 + GRACE_MS;
	worker->killed_overtime |= overtime || ignores_stop;
	if (hd_interrupt_count() > 1 || worker->killed_overtime) {
		kill_harness(worker);
	} else if (hd_sandbox_is_exceeded(&worker->sandbox, worker->pid, &worker->control->confinement)) {
		worker->killed_memory = true;
		kill_harness(worker);
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
	kill_harness(worker);
	if (!worker->ended) {
		worker->ended_status = hd_spawn_wait(worker->pid);
		worker->ended = true;
	}
	hd_offspring_end();
}

static void add_tail(struct hd_error *error, const struct hd_str *tail)
{
	if (tail->length > 0) {
		char *text = hd_format("%s\nlast output on stderr:\n%s", hd_str_text(&error->text), hd_str_text(tail));
		hd_fail(error, HD_INTERNAL, "%s", text);
		free(text);
	}
}

static enum hd_status describe_death(struct worker *worker, struct hd_error *error)
{
	volatile struct hd_progress *progress = &worker->control->progress;
	worker->outcome->done = (struct hd_done){
		.reason = "died",
		.executions = progress->executions,
		.blocked = progress->blocked,
		.steps = progress->steps,
		.cut_off = progress->cut_off,
		.violations = progress->findings,
		.seconds = now() - worker->start,
	};
	if (hd_interrupt_count() > 1) {
		return hd_fail(error, HD_INTERNAL, "interrupted");
	}
	if (worker->killed_overtime) {
		return hd_fail(error, HD_INTERNAL, "the harness did not exit %s and was killed%s",
			worker->stopped > 0 ? "when told to stop" : "at its time limit",
			progress->executions > 0
				? ""
				: "; no execution had completed: does a constructor hang before main()?");
	}
	if (worker->killed_memory) {
		return hd_fail(error, HD_INTERNAL,
			"the code under test used more than %llu MB of memory, or nearly all of the machine's, and was stopped",
			(unsigned long long)(worker->sandbox.memory >> 20));
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
		return hd_fail(error, HD_INTERNAL, "%u message%s from the harness could not be read", worker->rubbish,
			worker->rubbish == 1 ? "" : "s");
	}
	if (worker->problem.length > 0) {
		return hd_fail(error, HD_INTERNAL, "a message of the harness is not as agreed: %s",
			hd_str_text(&worker->problem));
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
	hd_sandbox_finish(&worker->sandbox);
	hd_str_finish(&worker->line);
	hd_str_finish(&worker->tail);
	hd_str_finish(&worker->problem);
}

enum hd_status hd_worker_run(const struct hd_worker_request *request, const struct hd_worker_events *events,
	struct hd_worker_outcome *outcome, struct hd_error *error)
{
	*outcome = (struct hd_worker_outcome){.done = {.reason = ""}};
	struct worker worker = {
		.request = request,
		.events = events,
		.outcome = outcome,
		.control_fd = -1,
		.messages = -1,
		.errors = -1,
	};
	hd_interrupt_watch();
	hd_offspring_adopt();
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
	hd_done_finish(&outcome->done);
}

static void debugger_argv(const char *gdb, const struct hd_worker_request *request, struct hd_strv *argv)
{
	static const char *const commands[] = {
		"set breakpoint pending on",
		"set disable-randomization on",
		"break __heddle_fault_stop",
		"run </dev/null",
		NULL,
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
		status = hd_sandbox_make(&worker.sandbox, request->sandbox, request->config.max_heap,
			&worker.control->confinement, error);
	}
	if (status == HD_OK) {
		// A debugger cannot work in the sandbox. The code sees the same files there all the same;
		// the directory is in use as long as gdb holds its lock.
		worker.control->confinement.filter_length = 0;
		if (worker.sandbox.scratch.path) {
			fcntl(worker.sandbox.scratch.mark, F_SETFD, 0);
		}
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
