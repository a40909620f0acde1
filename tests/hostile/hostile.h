// What hostile libraries know about their surroundings, all from the environment:
// where valuable files are, who listens, and which process is a bystander.
#ifndef HOSTILE_H
#define HOSTILE_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// What fails outside of a sandbox only by luck must not be tried there.
static inline int confined(void)
{
	char text[4096];
	int fd = open("/proc/self/status", O_RDONLY);
	ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof(text) - 1);
	if (fd >= 0) {
		close(fd);
	}
	text[n > 0 ? n : 0] = '\0';
	return strstr(text, "Seccomp:\t2") && strstr(text, "NoNewPrivs:\t1");
}

static inline const char *valuable(const char *name, char *room)
{
	const char *directory = getenv("HOSTILE_DIR");
	snprintf(room, 512, "%s/%s", directory ? directory : "/nonexistent", name && *name ? name : "key");
	return room;
}

static inline int number_from(const char *variable)
{
	const char *text = getenv(variable);
	return text ? atoi(text) : -1;
}

// Gets a message out of any sandbox that lets files be written; the check looks for it.
static inline void overwrite(const char *path)
{
	int fd = open(path, O_WRONLY | O_TRUNC);
	if (fd >= 0) {
		if (write(fd, "harm", 4) < 0) {
			errno = 0;
		}
		close(fd);
	}
}

// The sandbox has a hole: seen as a finding.
#define MUST_FAIL(call) \
	do { \
		if ((call) >= 0) { \
			abort(); \
		} \
	} while (0)

int harm(const char *name, int number);

#endif
