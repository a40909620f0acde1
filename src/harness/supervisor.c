// SPDX-License-Identifier: Apache-2.0
// Supervision of one harness.
//
// The harness may run any code: it can die at any point, write rubbish, leave
// processes behind or never end. Invariants here:
//   1. every complete line received was handled before hd_harness_run returns;
//   2. nothing that the harness started is alive afterwards;
//   3. heddle waits for "done" or the end of the harness process, never for the
//      end of the pipe: a process left behind may hold it open.
#include "harness/supervisor.h"

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

struct harness {
	const struct hd_harness_request *request;
	const struct hd_harness_events *events;
	struct hd_harness_outcome *outcome;
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

static enum hd_status make_control(struct harness *harness, struct hd_error *error)
{
	harness->control_fd = memfd_create("heddle-control", MFD_CLOEXEC);
	if (harness->control_fd < 0 || ftruncate(harness->control_fd, sizeof(struct hd_control)) != 0) {
		return hd_fail(error, HD_INTERNAL, "cannot create shared memory: %s", strerror(errno));
	}
	void *memory = mmap(NULL, sizeof(struct hd_control), PROT_READ | PROT_WRITE, MAP_SHARED, harness->control_fd,
		0);
	if (memory == MAP_FAILED) {
		return hd_fail(error, HD_INTERNAL, "cannot create shared memory: %s", strerror(errno));
	}
	harness->control = memory;
	harness->control->magic = HD_CONTROL_MAGIC;
	harness->control->version = HD_CONTROL_VERSION;
	harness->control->config = harness->request->config;
	return HD_OK;
}

static void harness_argv(const struct hd_harness_request *request, struct hd_strv *argv)
{
	hd_strv_add(argv, request->harness);
	if (request->args) {
		hd_strv_add_all(argv, request->args);
	}
}

// Where the harness's standard output goes; -1: where ours goes.
static int choose_output(const struct harness *harness, int null)
{
	if (!harness->request->config.show_output) {
		return null;
	}
	return harness->request->stdout_is_ours ? STDERR_FILENO : HD_SPAWN_KEEP;
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
static enum hd_status start_harness(struct harness *harness, int pipes[2][2], struct hd_error *error)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (null < 0) {
		return hd_fail(error, HD_INTERNAL, "cannot open /dev/null: %s", strerror(errno));
	}
	const int inherit[] = {harness->control_fd, pipes[0][1]};
	struct hd_strv argv = {0};
	harness_argv(harness->request, &argv);
	char *variable = hd_format(HD_CONTROL_ENV "=%d", harness->control_fd);
	struct hd_spawn spawn = {
		.argv = argv.items,
		.environment = variable,
		.input = null,
		.output = choose_output(harness, null),
		.error = harness->request->config.show_output ? HD_SPAWN_KEEP : pipes[1][1],
		.inherit = inherit,
		.inherit_count = 2,
		.own_group = true,
	};
	hd_sandbox_apply(&harness->sandbox, &spawn);
	int reason = spawn_at_fixed_addresses(&spawn, &harness->pid, &harness->outcome->addresses_vary);
	free(variable);
	close(null);
	hd_strv_finish(&argv);
	if (reason != 0) {
		harness->pid = 0;
		return hd_fail(error, HD_INTERNAL, "cannot run '%s': %s", harness->request->harness, strerror(reason));
	}
	return HD_OK;
}

static enum hd_status start(struct harness *harness, struct hd_error *error)
{
	enum hd_status status = make_control(harness, error);
	if (status != HD_OK) {
		return status;
	}
	hd_check(harness->control != NULL);
	status = hd_sandbox_make(&harness->sandbox, harness->request->sandbox, harness->request->config.max_heap,
		&harness->control->confinement, error);
	if (status != HD_OK) {
		return status;
	}
	int pipes[2][2] = {{-1, -1}, {-1, -1}};
	if (pipe2(pipes[0], O_CLOEXEC) != 0 || pipe2(pipes[1], O_CLOEXEC) != 0) {
		status = hd_fail(error, HD_INTERNAL, "cannot create a pipe: %s", strerror(errno));
	} else {
		harness->control->config.message_fd = pipes[0][1];
		status = start_harness(harness, pipes, error);
	}
	for (int i = 0; i < 2; i++) {
		if (pipes[i][1] >= 0) {
			close(pipes[i][1]);
		}
	}
	harness->messages = pipes[0][0];
	harness->errors = pipes[1][0];
	harness->start = now();
	return status;
}

static void take_done(struct harness *harness, const json_t *message)
{
	harness->done = true;
	hd_done_finish(&harness->outcome->done);
	hd_done_init(&harness->outcome->done, message);
}

static void take_note(struct harness *harness, const json_t *message)
{
	struct hd_note note;
	hd_note_decode(&note, message);
	harness->outcome->error_note |= note.error;
	if (harness->events->note) {
		harness->events->note(harness->events->context, &note);
	}
}

static void take_replay(struct harness *harness, const json_t *message)
{
	struct hd_replayed replayed;
	hd_replayed_decode(&replayed, message);
	if (harness->events->replay) {
		harness->events->replay(harness->events->context, &replayed);
	}
}

static void take_finding(struct harness *harness, const json_t *message)
{
	if (harness->events->finding) {
		harness->events->finding(harness->events->context, message);
	}
}

static void take_state(struct harness *harness, const json_t *message)
{
	if (harness->events->state) {
		harness->events->state(harness->events->context, message);
	}
}

static void take_goals(struct harness *harness, const json_t *message)
{
	if (harness->events->goals) {
		harness->events->goals(harness->events->context, message);
	}
}

// Malformed messages are decoded all the same, and reported at the end.
static void take_message(struct harness *harness, const json_t *message)
{
	static void (*const take[])(struct harness *, const json_t *) = {
#define HD_MESSAGE(name) take_##name,
#include "abi/messages.def"
	};
	const char *type = hd_json_text(message, HD_MESSAGE_TYPE, "");
	if (harness->problem.length == 0) {
		hd_message_check(message, &harness->problem);
	}
	for (size_t i = 0; i < HD_MESSAGE_COUNT; i++) {
		if (strcmp(type, hd_message_name((enum hd_message)i)) == 0) {
			take[i](harness, message);
		}
	}
}

static void take_line(struct harness *harness, const char *text, size_t length)
{
	if (length == 0) {
		return;
	}
	json_t *message = json_loadb(text, length, JSON_ALLOW_NUL, NULL);
	if (message) {
		take_message(harness, message);
		json_decref(message);
	} else {
		harness->rubbish++;
	}
}

static void take_lines(struct harness *harness)
{
	struct hd_str *line = &harness->line;
	if (line->length == 0) {
		return;
	}
	char *begin = line->data;
	char *end = line->data + line->length;
	char *from = begin + harness->searched; // a long line comes in many pieces
	char *newline;
	while (from < end && (newline = memchr(from, '\n', (size_t)(end - from)))) {
		take_line(harness, begin, (size_t)(newline - begin));
		begin = from = newline + 1;
	}
	harness->searched = (size_t)(end - begin);
	memmove(line->data, begin, harness->searched);
	hd_str_truncate(line, harness->searched);
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
static bool take_input(struct harness *harness, int timeout)
{
	struct pollfd ends[2] = {
		{.fd = harness->messages, .events = POLLIN},
		{.fd = harness->errors, .events = POLLIN},
	};
	if (poll(ends, 2, timeout) <= 0) {
		return false;
	}
	if (ends[0].revents) {
		if (!read_into(harness->messages, &harness->line)) {
			close_end(&harness->messages);
		}
		take_lines(harness);
	}
	if (ends[1].revents) {
		if (!read_into(harness->errors, &harness->tail)) {
			close_end(&harness->errors);
		}
		keep_tail(&harness->tail);
	}
	return true;
}

static void check_ended(struct harness *harness)
{
	if (!harness->ended && waitpid(harness->pid, &harness->ended_status, WNOHANG) == harness->pid) {
		harness->ended = true;
	}
}

// It may have left its group.
static void kill_harness(const struct harness *harness)
{
	kill(-harness->pid, SIGKILL);
	if (!harness->ended) {
		kill(harness->pid, SIGKILL);
	}
}

// Requests from outside and limits of time.
static void check_limits(struct harness *harness)
{
	volatile struct hd_progress *progress = &harness->control->progress;
	double limit = (double)harness->request->config.time_ms;
	double elapsed = (now() - harness->start) * 1000;
	bool asked = harness->request->stop && *harness->request->stop;
	if ((hd_interrupt_count() > 0 || asked) && harness->stopped == 0) {
		harness->stopped = now();
		progress->stop = 1;
	}
	bool ignores_stop = harness->stopped > 0 && (now() - harness->stopped) * 1000 > GRACE_MS;
	bool overtime = limit > 0 && elapsed > limit * 1.1 + GRACE_MS;
	harness->killed_overtime |= overtime || ignores_stop;
	if (hd_interrupt_count() > 1 || harness->killed_overtime) {
		kill_harness(harness);
	} else if (hd_sandbox_is_exceeded(&harness->sandbox, harness->pid, &harness->control->confinement)) {
		harness->killed_memory = true;
		kill_harness(harness);
	}
}

static void exchange(struct harness *harness)
{
	if (harness->events->exchange) {
		harness->events->exchange(harness->events->context, harness->control);
	}
}

// Ranks have much to tell each other in the beginning, and those of a search throughout.
static int pause_ms(const struct harness *harness)
{
	enum { LEAST_MS = 10, PART = 20 };
	double ms = (now() - harness->start) * 1000 / PART;
	if (harness->request->config.ranks <= 1 || ms > TICK_MS) {
		return harness->request->eager ? LEAST_MS : TICK_MS;
	}
	return harness->request->eager || ms < LEAST_MS ? LEAST_MS : (int)ms;
}

static void supervise(struct harness *harness)
{
	double last_tick = 0;
	while (!harness->done && !harness->ended) {
		take_input(harness, pause_ms(harness));
		if (harness->messages < 0 && harness->errors < 0) {
			poll(NULL, 0, 1); // only the end of the process is left to wait for
		}
		check_ended(harness);
		check_limits(harness);
		exchange(harness);
		if (harness->events->tick && now() - last_tick >= TICK_MS / 1000.0) {
			last_tick = now();
			harness->events->tick(harness->events->context, &harness->control->progress,
				now() - harness->start);
		}
	}
	while (take_input(harness, 0) && (harness->messages >= 0 || harness->errors >= 0)) {
	}
	exchange(harness);
}

// Gives the harness a moment to end, then ends its whole group.
static void finish_process(struct harness *harness)
{
	double deadline = now() + ENDING_MS / 1000.0;
	if (harness->pid <= 0) {
		return;
	}
	for (int pause = 0; !harness->ended && now() < deadline; pause = pause < 16 ? pause + 1 : 16) {
		if (!take_input(harness, pause) && harness->messages < 0 && harness->errors < 0) {
			poll(NULL, 0, pause);
		}
		check_ended(harness);
	}
	kill_harness(harness);
	if (!harness->ended) {
		harness->ended_status = hd_spawn_wait(harness->pid);
		harness->ended = true;
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

static enum hd_status describe_death(struct harness *harness, struct hd_error *error)
{
	volatile struct hd_progress *progress = &harness->control->progress;
	harness->outcome->done = (struct hd_done){
		.reason = "died",
		.executions = progress->executions,
		.blocked = progress->blocked,
		.steps = progress->steps,
		.cut_off = progress->cut_off,
		.violations = progress->findings,
		.seconds = now() - harness->start,
	};
	if (hd_interrupt_count() > 1) {
		return hd_fail(error, HD_INTERNAL, "interrupted");
	}
	if (harness->killed_overtime) {
		return hd_fail(error, HD_INTERNAL, "the harness did not exit %s and was killed%s",
			harness->stopped > 0 ? "when told to stop" : "at its time limit",
			progress->executions > 0
				? ""
				: "; no execution had completed: does a constructor hang before main()?");
	}
	if (harness->killed_memory) {
		return hd_fail(error, HD_INTERNAL,
			"the code under test used more than %llu MB of memory, or nearly all of the machine's, and was stopped",
			(unsigned long long)(harness->sandbox.memory >> 20));
	}
	struct hd_str how = {0};
	hd_spawn_describe(&how, harness->ended_status);
	hd_fail(error, HD_INTERNAL, "the harness ended without a result: %s", hd_str_text(&how));
	hd_str_finish(&how);
	add_tail(error, &harness->tail);
	return HD_INTERNAL;
}

static enum hd_status judge(struct harness *harness, struct hd_error *error)
{
	if (!harness->done) {
		return describe_death(harness, error);
	}
	if (harness->rubbish > 0) {
		return hd_fail(error, HD_INTERNAL, "%u message%s from the harness could not be read", harness->rubbish,
			harness->rubbish == 1 ? "" : "s");
	}
	if (harness->problem.length > 0) {
		return hd_fail(error, HD_INTERNAL, "the harness sent a malformed message: %s",
			hd_str_text(&harness->problem));
	}
	return HD_OK;
}

static void finish(struct harness *harness)
{
	close_end(&harness->messages);
	close_end(&harness->errors);
	close_end(&harness->control_fd);
	if (harness->control) {
		munmap(harness->control, sizeof(*harness->control));
	}
	hd_sandbox_finish(&harness->sandbox);
	hd_str_finish(&harness->line);
	hd_str_finish(&harness->tail);
	hd_str_finish(&harness->problem);
}

enum hd_status hd_harness_run(const struct hd_harness_request *request, const struct hd_harness_events *events,
	struct hd_harness_outcome *outcome, struct hd_error *error)
{
	*outcome = (struct hd_harness_outcome){.done = {.reason = ""}};
	struct harness harness = {
		.request = request,
		.events = events,
		.outcome = outcome,
		.control_fd = -1,
		.messages = -1,
		.errors = -1,
	};
	hd_interrupt_watch();
	hd_offspring_adopt();
	enum hd_status status = start(&harness, error);
	if (status == HD_OK) {
		supervise(&harness);
		finish_process(&harness);
		hd_status_clear();
		status = judge(&harness, error);
	}
	finish(&harness);
	return status;
}

void hd_harness_outcome_finish(struct hd_harness_outcome *outcome)
{
	hd_done_finish(&outcome->done);
}

static void debugger_argv(const char *gdb, const struct hd_harness_request *request, struct hd_strv *argv)
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

enum hd_status hd_harness_debug(const struct hd_harness_request *request, struct hd_error *error)
{
	char *gdb = hd_path_find_program("gdb");
	if (!gdb) {
		return hd_fail(error, HD_BAD_INPUT, "gdb is not installed");
	}
	struct hd_harness_outcome outcome = {0};
	struct harness harness = {.request = request, .outcome = &outcome, .control_fd = -1};
	enum hd_status status = make_control(&harness, error);
	if (status == HD_OK) {
		hd_check(harness.control != NULL);
		status = hd_sandbox_make(&harness.sandbox, request->sandbox, request->config.max_heap,
			&harness.control->confinement, error);
	}
	if (status == HD_OK) {
		// A debugger cannot work in the sandbox. The code sees the same files there all the same;
		// the directory is in use as long as gdb holds its lock.
		harness.control->confinement.filter_length = 0;
		if (harness.sandbox.scratch.path) {
			fcntl(harness.sandbox.scratch.mark, F_SETFD, 0);
		}
		// gdb passes descriptors and variables on to what it starts.
		fcntl(harness.control_fd, F_SETFD, 0);
		harness.control->config.gdb = 1;
		harness.control->config.message_fd = open("/dev/null", O_WRONLY);
		char *number = hd_format("%d", harness.control_fd);
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
