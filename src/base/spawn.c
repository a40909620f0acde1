// SPDX-License-Identifier: Apache-2.0
#include "base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "base/interrupt.h"

enum { MOMENT_MS = 50 };

extern char **environ;

// Our environment with `extra` in front of it; the strings are shared.
static char **make_environment(const char *extra)
{
	size_t count = 0;
	while (environ[count]) {
		count++;
	}
	char **list = malloc((count + 2) * sizeof(*list));
	hd_check(list != NULL);
	list[0] = (char *)extra;
	memcpy(list + 1, environ, (count + 1) * sizeof(*list));
	return list;
}

static int take_descriptors(const struct hd_spawn *spawn)
{
	const int standard[3] = {spawn->input, spawn->output, spawn->error};
	for (int i = 0; i < 3; i++) {
		if (standard[i] != HD_SPAWN_KEEP && standard[i] != i && dup2(standard[i], i) < 0) {
			return errno;
		}
	}
	for (size_t i = 0; i < spawn->inherit_count; i++) {
		if (fcntl(spawn->inherit[i], F_SETFD, 0) != 0) {
			return errno;
		}
	}
	return 0;
}

// Signals that heddle ignores, handles or blocks must not stay so in the child.
static void reset_signals(void)
{
	sigset_t none;
	sigemptyset(&none);
	signal(SIGPIPE, SIG_DFL);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

// In the new process; returns only on failure, with the reason.
static int become(const struct hd_spawn *spawn, char **environment)
{
	if (spawn->own_group) {
		setpgid(0, 0);
	}
	reset_signals();
	int reason = take_descriptors(spawn);
	if (reason == 0 && spawn->prepare) {
		reason = spawn->prepare(spawn->context);
	}
	if (reason == 0) {
		execve(spawn->argv[0], spawn->argv, environment);
		reason = errno;
	}
	return reason;
}

// Like fork; the child shares nothing with us.
static pid_t fork_into(unsigned long namespaces)
{
	return namespaces ? (pid_t)syscall(SYS_clone, namespaces | SIGCHLD, 0, 0, 0, 0) : fork();
}

// What the child says before its program begins: an errno value, or nothing.
static int read_reason(int fd)
{
	int reason = 0;
	ssize_t count;
	while ((count = read(fd, &reason, sizeof(reason))) < 0 && errno == EINTR) {
	}
	return count == (ssize_t)sizeof(reason) ? reason : 0;
}

int hd_spawn_start(const struct hd_spawn *spawn, pid_t *pid)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC) != 0) {
		return errno;
	}
	char **list = spawn->environment ? make_environment(spawn->environment) : NULL;
	*pid = fork_into(spawn->namespaces);
	int reason = *pid < 0 ? errno : 0;
	if (*pid == 0) {
		reason = become(spawn, list ? list : environ);
		_exit(write(ends[1], &reason, sizeof(reason)) < 0 ? 126 : 127);
	}
	close(ends[1]);
	if (*pid > 0 && (reason = read_reason(ends[0])) != 0) {
		hd_spawn_wait(*pid);
	}
	close(ends[0]);
	free(list);
	return reason;
}

int hd_spawn_wait(pid_t pid)
{
	int status = 0;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
	}
	return status;
}

void hd_spawn_await(const pid_t *pids, size_t count)
{
	struct pollfd ends[count > 0 ? count : 1];
	for (size_t i = 0; i < count; i++) {
		ends[i] = (struct pollfd){.fd = pidfd_open(pids[i], 0), .events = POLLIN};
	}
	// Where descriptors of processes are not to be had, this is a pause.
	poll(ends, count, MOMENT_MS);
	for (size_t i = 0; i < count; i++) {
		if (ends[i].fd >= 0) {
			close(ends[i].fd);
		}
	}
}

// Reads until the writers are gone; ends the process when heddle is to end.
static void drain(int fd, pid_t pid, struct hd_str *output)
{
	char buffer[4096];
	ssize_t count = 1;
	while (count > 0 || (count < 0 && errno == EINTR)) {
		struct pollfd end = {.fd = fd, .events = POLLIN};
		if (hd_interrupt_count() > 0) {
			kill(-pid, SIGKILL);
		}
		if (poll(&end, 1, MOMENT_MS) <= 0) {
			continue;
		}
		count = read(fd, buffer, sizeof(buffer));
		if (count > 0) {
			hd_str_add_bytes(output, buffer, (size_t)count);
		}
	}
}

int hd_spawn_capture(char *const *argv, struct hd_str *output, int *status)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC) != 0) {
		return errno;
	}
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	struct hd_spawn spawn = {
		.argv = argv,
		.input = null,
		.output = ends[1],
		.error = ends[1],
		.own_group = true,
	};
	pid_t pid = -1;
	int reason = hd_spawn_start(&spawn, &pid);
	close(ends[1]);
	if (reason == 0) {
		drain(ends[0], pid, output);
		*status = hd_spawn_wait(pid);
	}
	close(ends[0]);
	if (null >= 0) {
		close(null);
	}
	return reason;
}

void hd_spawn_describe(struct hd_str *str, int status)
{
	if (WIFSIGNALED(status)) {
		int number = WTERMSIG(status);
		hd_str_addf(str, "signal %d (%s)", number, strsignal(number));
	} else {
		hd_str_addf(str, "exit status %d", WEXITSTATUS(status));
	}
}
