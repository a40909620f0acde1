// SPDX-License-Identifier: Apache-2.0
// Preloaded into heddle by tests/check-kills: ends the process, as kill -9 does, just before its
// n-th change of a file or directory (HEDDLE_KILL_AT), or writes how many there were into a file
// at the end (HEDDLE_KILL_COUNT). Programs that heddle starts are left alone.
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned long count, kill_at;
static char report[512];

__attribute__((constructor)) static void begin(void)
{
	const char *at = getenv("HEDDLE_KILL_AT"), *file = getenv("HEDDLE_KILL_COUNT");
	kill_at = at ? strtoul(at, NULL, 10) : 0;
	snprintf(report, sizeof(report), "%s", file ? file : "");
	unsetenv("LD_PRELOAD");
}

__attribute__((destructor)) static void end(void)
{
	FILE *file = report[0] ? fopen(report, "w") : NULL;
	if (file) {
		fprintf(file, "%lu\n", count);
		fclose(file);
	}
}

static void step(void)
{
	if (++count == kill_at) {
		kill(getpid(), SIGKILL);
	}
}

static int is_file(int fd)
{
	struct stat info;
	return fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
}

// Defines NAME: a step if CONDITION holds, then the real one.
#define WRAP(type, name, condition, parameters, arguments) \
	type name parameters \
	{ \
		type(*real) parameters = (type(*) parameters)dlsym(RTLD_NEXT, #name); \
		if (condition) { \
			step(); \
		} \
		return real arguments; \
	}

WRAP(int, rename, 1, (const char *from, const char *to), (from, to))
WRAP(int, renameat2, 1, (int a, const char *from, int b, const char *to, unsigned flags), (a, from, b, to, flags))
WRAP(int, link, 1, (const char *from, const char *to), (from, to))
WRAP(int, unlink, 1, (const char *path), (path))
WRAP(int, remove, 1, (const char *path), (path))
WRAP(int, rmdir, 1, (const char *path), (path))
WRAP(int, mkdir, 1, (const char *path, mode_t mode), (path, mode))
WRAP(char *, mkdtemp, 1, (char *path), (path))
WRAP(int, fsync, 1, (int fd), (fd))
WRAP(int, fdatasync, 1, (int fd), (fd))
WRAP(int, ftruncate64, 1, (int fd, off64_t size), (fd, size))
WRAP(ssize_t, write, is_file(fd), (int fd, const void *bytes, size_t size), (fd, bytes, size))
WRAP(ssize_t, pwrite, 1, (int fd, const void *bytes, size_t size, off_t at), (fd, bytes, size, at))
WRAP(ssize_t, pwrite64, 1, (int fd, const void *bytes, size_t size, off64_t at), (fd, bytes, size, at))
