// SPDX-License-Identifier: Apache-2.0
#include "harness/offspring.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = 1000 }; // of a millisecond each: a process that forks as fast as it is killed is not chased forever

void hd_offspring_adopt(void)
{
	prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

// The parent of a process; 0: there is no such process.
static pid_t parent_of(const char *number)
{
	char path[300], text[512] = {0};
	int parent = 0;
	snprintf(path, sizeof(path), "/proc/%s/stat", number);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		return 0;
	}
	// The second field is the name in parentheses, with anything in it.
	const char *after = read(fd, text, sizeof(text) - 1) > 0 ? strrchr(text, ')') : NULL;
	if (!after || sscanf(after + 1, " %*c %d", &parent) != 1) {
		parent = 0;
	}
	close(fd);
	return parent;
}

static void kill_children(void)
{
	DIR *stream = opendir("/proc");
	struct dirent *entry;
	while (stream && (entry = readdir(stream))) {
		pid_t pid = (pid_t)atoi(entry->d_name);
		if (pid > 0 && parent_of(entry->d_name) == getpid()) {
			kill(pid, SIGKILL);
		}
	}
	if (stream) {
		closedir(stream);
	}
}

// Takes the ends of those that have ended; is any left?
static bool any_left(void)
{
	pid_t pid;
	while ((pid = waitpid(-1, NULL, WNOHANG)) > 0 || (pid < 0 && errno == EINTR)) {
	}
	return pid == 0;
}

void hd_offspring_end(void)
{
	for (int round = 0; round < ROUNDS && any_left(); round++) {
		kill_children();
		poll(NULL, 0, 1);
	}
}
