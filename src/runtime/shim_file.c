// SPDX-License-Identifier: Apache-2.0
// Files by name. Most shims are rows of redirects.def (HD_FILE): the forwarder has
// the paths replaced and jumps to the real function. Here are those whose
// results are paths, and those that think of names themselves: by chance, and in
// directories that the sandbox does not let them write to.
#include "runtime/shim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/files.h"

// ---- paths as arguments ------------------------------------------------------------

static char rooms[2][PATH_MAX]; // for one call: no other thread runs before it is made

static uintptr_t path_at(const uintptr_t *arguments, unsigned which, enum hd_files_use use)
{
	static unsigned next;

	return (uintptr_t)hd_files_path((const char *)arguments[which], use, rooms[next++ % 2]);
}

// A path that is relative to an open directory stays as it is.
static uintptr_t path_in(const uintptr_t *arguments, unsigned which, enum hd_files_use use)
{
	const char *path = (const char *)arguments[which];
	bool relative = path && *path != '/' && (int)arguments[which - 1] != AT_FDCWD;

	return relative ? arguments[which] : path_at(arguments, which, use);
}

enum hd_files_use hd_files_use_of(int flags)
{
	return (flags & O_ACCMODE) == O_RDONLY && !(flags & (O_CREAT | O_TRUNC)) ? HD_FILES_READS : HD_FILES_WRITES;
}

static enum hd_files_use use_of_mode(const char *mode)
{
	return mode && mode[0] == 'r' && !strchr(mode, '+') ? HD_FILES_READS : HD_FILES_WRITES;
}

// Called by the forwarders (shim_forward.c) with the argument registers.
void hd_files_forward(uintptr_t *arguments, unsigned how, unsigned what, const char *name)
{
	hd_state_note(what, name);
	hd_files_called(name);
	switch (how) {
	case HD_FILE_READS:
		arguments[0] = path_at(arguments, 0, HD_FILES_READS);
		break;
	case HD_FILE_WRITES:
		arguments[0] = path_at(arguments, 0, HD_FILES_WRITES);
		break;
	case HD_FILE_WRITES_BOTH:
		arguments[0] = path_at(arguments, 0, HD_FILES_WRITES);
		arguments[1] = path_at(arguments, 1, HD_FILES_WRITES);
		break;
	case HD_FILE_WRITES_SECOND:
		arguments[1] = path_at(arguments, 1, HD_FILES_WRITES);
		break;
	case HD_FILE_READS_SECOND:
		arguments[1] = path_at(arguments, 1, HD_FILES_READS);
		break;
	case HD_FILE_READS_IN:
		arguments[1] = path_in(arguments, 1, HD_FILES_READS);
		break;
	case HD_FILE_WRITES_IN:
		arguments[1] = path_in(arguments, 1, HD_FILES_WRITES);
		break;
	case HD_FILE_WRITES_BOTH_IN:
		arguments[1] = path_in(arguments, 1, HD_FILES_WRITES);
		arguments[3] = path_in(arguments, 3, HD_FILES_WRITES);
		break;
	case HD_FILE_WRITES_THIRD_IN:
		arguments[2] = path_in(arguments, 2, HD_FILES_WRITES);
		break;
	case HD_FILE_STREAM:
		arguments[0] = path_at(arguments, 0, use_of_mode((const char *)arguments[1]));
		break;
	}
	hd_files_called(NULL);
}

// ---- paths as results --------------------------------------------------------------

SHIM char *__heddle_getcwd(char *to, size_t size)
{
	char here[PATH_MAX], room[PATH_MAX];

	if (!hd_files_apply() || !getcwd(here, sizeof(here))) {
		return getcwd(to, size);
	}
	const char *shown = hd_files_shown(here, room);
	size_t length = strlen(shown) + 1;
	if (!to) {
		to = hd_heap_alloc(size > length ? size : length, _Alignof(max_align_t), hd_callsite());
		size = length;
	}
	if (!to || size < length) {
		errno = !to ? ENOMEM : size == 0 ? EINVAL : ERANGE;
		return NULL;
	}
	return memcpy(to, shown, length);
}

SHIM char *__heddle_get_current_dir_name(void)
{
	return hd_files_apply() ? __heddle_getcwd(NULL, 0) : get_current_dir_name();
}

SHIM char *__heddle_realpath(const char *path, char *to)
{
	char room[PATH_MAX], real[PATH_MAX];

	if (!hd_files_apply()) {
		return realpath(path, to);
	}
	if (!realpath(hd_files_path(path, HD_FILES_READS, room), real)) {
		return NULL;
	}
	const char *shown = hd_files_shown(real, room);
	size_t length = strlen(shown) + 1;
	to = to ? to : hd_heap_alloc(length, _Alignof(max_align_t), hd_callsite());
	return to ? memcpy(to, shown, length) : NULL;
}

SHIM char *__heddle_canonicalize_file_name(const char *path)
{
	return hd_files_apply() ? __heddle_realpath(path, NULL) : canonicalize_file_name(path);
}

SHIM ssize_t __heddle_readlink(const char *path, char *to, size_t size)
{
	char room[PATH_MAX], text[PATH_MAX], seen[PATH_MAX];

	if (!hd_files_apply()) {
		return readlink(path, to, size);
	}
	ssize_t length = readlink(hd_files_path(path, HD_FILES_READS, room), text, sizeof(text) - 1);
	if (length < 0) {
		return length;
	}
	text[length] = '\0';
	const char *shown = hd_files_shown(text, seen);
	size_t count = strlen(shown) < size ? strlen(shown) : size;
	memcpy(to, shown, count);
	return (ssize_t)count;
}

// ---- names that are made up --------------------------------------------------------

#define LETTERS 6 // of a template: XXXXXX
#define MANY 100000

// The same names in every execution, as they are free again in each.
static void fill_in(char *letters, unsigned number)
{
	for (int i = LETTERS - 1; i >= 0; i--, number /= 26) {
		letters[i] = (char)('a' + number % 26);
	}
}

// Makes what the template says by make(); -1 with errno set if it cannot be.
static int make_fresh(char *template, int after, int (*make)(const char *path, int flags), int flags)
{
	size_t length = strlen(template);
	char room[PATH_MAX];

	if (after < 0 || length < LETTERS + (size_t)after) {
		errno = EINVAL;
		return -1;
	}
	char *letters = template + length - (size_t)after - LETTERS;
	if (strncmp(letters, "XXXXXX", LETTERS) != 0) {
		errno = EINVAL;
		return -1;
	}
	for (unsigned i = 0; i < MANY; i++) {
		fill_in(letters, i);
		int result = make(hd_files_path(template, HD_FILES_WRITES, room), flags);
		if (result >= 0 || errno != EEXIST) {
			return result;
		}
	}
	errno = EEXIST;
	return -1;
}

static int make_file(const char *path, int flags)
{
	return open(path, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600);
}

static int make_directory(const char *path, int flags)
{
	(void)flags;
	return mkdir(path, 0700);
}

SHIM int __heddle_mkostemps(char *template, int after, int flags)
{
	if (!hd.on) {
		return mkostemps(template, after, flags);
	}
	hd_state_note(HD_STATE_DESCRIPTORS, "mkstemp()");
	return hd_files_apply() ? make_fresh(template, after, make_file, flags) : mkostemps(template, after, flags);
}

SHIM int __heddle_mkstemp(char *template)
{
	return __heddle_mkostemps(template, 0, 0);
}

SHIM int __heddle_mkstemp64(char *template)
{
	return __heddle_mkostemps(template, 0, 0);
}

SHIM int __heddle_mkostemp(char *template, int flags)
{
	return __heddle_mkostemps(template, 0, flags);
}

SHIM int __heddle_mkostemp64(char *template, int flags)
{
	return __heddle_mkostemps(template, 0, flags);
}

SHIM int __heddle_mkstemps(char *template, int after)
{
	return __heddle_mkostemps(template, after, 0);
}

SHIM char *__heddle_mkdtemp(char *template)
{
	if (!hd_files_apply()) {
		return mkdtemp(template);
	}
	return make_fresh(template, 0, make_directory, 0) < 0 ? NULL : template;
}

SHIM FILE *__heddle_tmpfile(void)
{
	char template[] = "/tmp/fileXXXXXX", room[PATH_MAX];

	if (!hd.on) {
		return tmpfile();
	}
	hd_state_note(HD_STATE_DESCRIPTORS, "tmpfile()");
	if (!hd_files_apply()) {
		return tmpfile();
	}
	int fd = make_fresh(template, 0, make_file, 0);
	if (fd < 0) {
		return NULL;
	}
	unlink(hd_files_path(template, HD_FILES_WRITES, room));
	return fdopen(fd, "w+");
}

SHIM FILE *__heddle_tmpfile64(void)
{
	return __heddle_tmpfile();
}

// ---- shared memory by name -----------------------------------------------------------

static const char *shared_path(const char *name, char *room)
{
	char path[PATH_MAX];

	name += strspn(name, "/");
	if (!*name || strchr(name, '/') || strlen(name) > NAME_MAX) {
		errno = EINVAL;
		return NULL;
	}
	snprintf(path, sizeof(path), "/dev/shm/%s", name);
	return hd_files_path(path, HD_FILES_WRITES, room);
}

SHIM int __heddle_shm_open(const char *name, int flags, mode_t mode)
{
	char room[PATH_MAX];

	if (hd.on) {
		hd_state_note(HD_STATE_DESCRIPTORS, "shm_open()");
	}
	if (!hd_files_apply()) {
		return shm_open(name, flags, mode);
	}
	const char *path = shared_path(name, room);
	return path ? open(path, flags | O_NOFOLLOW | O_CLOEXEC, mode) : -1;
}

SHIM int __heddle_shm_unlink(const char *name)
{
	char room[PATH_MAX];

	if (!hd_files_apply()) {
		return shm_unlink(name);
	}
	const char *path = shared_path(name, room);
	return path ? unlink(path) : -1;
}
