// SPDX-License-Identifier: Apache-2.0
#include "base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"

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

static void add_descriptors(const struct hd_spawn *spawn, posix_spawn_file_actions_t *actions)
{
	const int standard[3] = {spawn->input, spawn->output, spawn->error};
	for (int i = 0; i < 3; i++) {
		if (standard[i] != HD_SPAWN_KEEP) {
			posix_spawn_file_actions_adddup2(actions, standard[i], i);
		}
	}
	// dup2 of a descriptor to itself clears close-on-exec in the child.
	for (size_t i = 0; i < spawn->inherit_count; i++) {
		posix_spawn_file_actions_adddup2(actions, spawn->inherit[i], spawn->inherit[i]);
	}
}

static void set_attributes(const struct hd_spawn *spawn, posix_spawnattr_t *attributes)
{
	// Signals that heddle ignores or blocks must not stay so in the child.
	sigset_t none, usual;
	sigemptyset(&none);
	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	posix_spawnattr_setsigmask(attributes, &none);
	posix_spawnattr_setsigdefault(attributes, &usual);
	posix_spawnattr_setpgroup(attributes, 0);
	posix_spawnattr_setflags(attributes, (short)(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
		(spawn->own_group ? POSIX_SPAWN_SETPGROUP : 0)));
}

int hd_spawn_start(const struct hd_spawn *spawn, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attributes);
	add_descriptors(spawn, &actions);
	set_attributes(spawn, &attributes);
	char **list = spawn->environment ? make_environment(spawn->environment) : NULL;
	int reason = posix_spawn(pid, spawn->argv[0], &actions, &attributes, spawn->argv,
		list ? list : environ);
	free(list);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return reason;
}

int hd_spawn_wait(pid_t pid)
{
	int status = 0;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
	}
	return status;
}

static void drain(int fd, struct hd_str *output)
{
	char buffer[4096];
	ssize_t count;
	while ((count = read(fd, buffer, sizeof(buffer))) > 0 || (count < 0 && errno == EINTR)) {
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
	struct hd_spawn spawn = {.argv = argv, .input = null, .output = ends[1], .error = ends[1]};
	pid_t pid;
	int reason = hd_spawn_start(&spawn, &pid);
	close(ends[1]);
	if (reason == 0) {
		drain(ends[0], output);
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
