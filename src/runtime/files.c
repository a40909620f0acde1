// SPDX-License-Identifier: Apache-2.0
// A worker's directory has one part for each place that programs write to:
//
//   the directory heddle was started in   work   the current directory
//   TMPDIR, /tmp                          tmp
//   /var/tmp                              var
//   /dev/shm                              shm
//
// A path into such a place leads into that part. Reading falls back to the path
// itself, so that fixtures are found. The scratch directory has another name in
// every campaign: code under test must not see it, or its traces would differ.
// Code without shims gets the current directory only. What it leaves there is removed after
// an execution in which it used the heap or a shim wrote something, or with the worker.
#include "runtime/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/rt.h"

enum { WORK, TMP, VAR, SHM, PARTS };
static const char *const part_names[PARTS] = {"work", "tmp", "var", "shm"};
static char parts[PARTS][PATH_MAX];

// In the order in which they are checked: heddle may have been started below /tmp.
static struct place {
	char path[PATH_MAX];
	int part;
} places[5];
static unsigned nplaces;
static char root[PATH_MAX]; // the scratch directory itself; "": the sandbox is off
static bool touched; // something may have been written in this execution

bool hd_files_refused;
static const char *caller;

void hd_files_called(const char *name)
{
	caller = name;
}

HD_COLD static void refuse(void)
{
	static char text[128];

	snprintf(text, sizeof(text), "%s (files cannot be protected here; see --allow-files)",
		caller ? caller : "open() for writing");
	hd_fault_refuse(text);
}

static void add_place(const char *path, int part)
{
	if (path && *path == '/' && path[1] && strlen(path) < PATH_MAX) {
		strcpy(places[nplaces].path, path);
		places[nplaces++].part = part;
	}
}

bool hd_files_enter(const char *scratch, const char *start, unsigned number)
{
	char own[PATH_MAX / 2];
	bool made = true;

	snprintf(own, sizeof(own), "%s/%u", scratch, number);
	mkdir(own, 0700);
	for (int i = 0; i < PARTS; i++) {
		snprintf(parts[i], sizeof(parts[i]), "%s/%s", own, part_names[i]);
		made &= mkdir(parts[i], 0700) == 0 || errno == EEXIST;
	}
	add_place(start, WORK);
	add_place(getenv("TMPDIR"), TMP);
	add_place("/tmp", TMP);
	add_place("/var/tmp", VAR);
	add_place("/dev/shm", SHM);
	snprintf(root, sizeof(root), "%s", scratch);
	touched = true; // another worker may have left something
	hd_files_reset();
	return made && chdir(parts[WORK]) == 0;
}

bool hd_files_apply(void)
{
	return hd.on && root[0];
}

// ---- paths ----------------------------------------------------------------------

// What follows `directory` in a path below it: "" or "/..."; NULL: it is not below.
static const char *below(const char *path, const char *directory)
{
	size_t length = strlen(directory);

	return strncmp(path, directory, length) == 0 && (path[length] == '/' || !path[length]) ? path + length : NULL;
}

static const char *join(const char *directory, const char *rest, char *room)
{
	int length = snprintf(room, PATH_MAX, "%s%s", directory, rest);

	return length < PATH_MAX ? room : NULL;
}

static bool exists(const char *path)
{
	struct stat info;

	return lstat(path, &info) == 0;
}

// The worker's own path for this one; NULL: the path is none of those.
static const char *own_path(const char *path, char *room)
{
	if (*path != '/') {
		return path;
	}
	for (unsigned i = 0; i < nplaces && !below(path, root); i++) {
		const char *rest = below(path, places[i].path);
		if (rest) {
			return join(parts[places[i].part], rest, room);
		}
	}
	return NULL;
}

const char *hd_files_shown(const char *path, char *room)
{
	for (unsigned i = 0; i < nplaces; i++) {
		const char *rest = below(path, parts[places[i].part]);
		if (rest) {
			const char *shown = join(places[i].path, rest, room);
			return shown ? shown : path;
		}
	}
	return path;
}

// A relative path as it would be where heddle was started.
static const char *started_path(const char *path, char *room)
{
	char here[PATH_MAX], seen[PATH_MAX];

	if (*path == '/' || !getcwd(here, sizeof(here))) {
		return path;
	}
	const char *shown = hd_files_shown(here, seen);
	if (shown == here || snprintf(room, PATH_MAX, "%s/%s", shown, path) >= PATH_MAX) {
		return path; // the code has gone somewhere else
	}
	return room;
}

// The directory that a new file is to be in is made if there is one on the machine.
static void make_parents(const char *own, const char *path)
{
	char wanted[PATH_MAX], real[PATH_MAX], copy[PATH_MAX];
	struct stat info;
	const char *origin = started_path(path, real);
	char *slash = stpcpy(copy, own);

	while (slash > copy && *slash != '/') {
		slash--;
	}
	*slash = '\0';
	if (slash == copy || exists(copy)) {
		return;
	}
	strcpy(wanted, origin);
	char *last = strrchr(wanted, '/');
	if (!last || last == wanted || (*last = '\0', stat(wanted, &info) != 0) || !S_ISDIR(info.st_mode)) {
		return;
	}
	for (char *p = copy + 1;; p++) {
		if (*p == '/' || !*p) {
			char end = *p;
			*p = '\0';
			mkdir(copy, 0700);
			*p = end;
			if (!end) {
				return;
			}
		}
	}
}

const char *hd_files_path(const char *path, enum hd_files_use use, char *room)
{
	int error = errno;

	if (!hd_files_apply() || !path || !*path || strlen(path) >= PATH_MAX) {
		return path;
	}
	if (unlikely(hd_files_refused) && use == HD_FILES_WRITES) {
		refuse();
	}
	const char *own = own_path(path, room);
	if (own && use == HD_FILES_WRITES) {
		touched = true;
		make_parents(own, path);
	} else if (own && !exists(own)) {
		own = started_path(path, room);
	}
	errno = error;
	return own ? own : path;
}

// ---- emptying -------------------------------------------------------------------

struct entry { // as the kernel gives it
	uint64_t inode;
	int64_t offset;
	uint16_t length;
	uint8_t type;
	char name[];
};

static bool is_itself(const char *name)
{
	return name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2]));
}

// The contents of a directory are moved up next to it, so that no nesting is too deep.
static void lift(int top, const char *name, unsigned *serial)
{
	char buffer[4096];
	long size;
	int fd = openat(top, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (fd < 0 && fchmodat(top, name, 0700, 0) == 0) {
		fd = openat(top, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	}
	while (fd >= 0 && (size = syscall(SYS_getdents64, fd, buffer, sizeof(buffer))) > 0) {
		for (long at = 0; at < size;) {
			struct entry *e = (struct entry *)(buffer + at);
			char fresh[32];
			at += e->length;
			snprintf(fresh, sizeof(fresh), ".heddle-%u", (*serial)++);
			if (!is_itself(e->name) && unlinkat(fd, e->name, 0) != 0 &&
				unlinkat(fd, e->name, AT_REMOVEDIR) != 0) {
				renameat(fd, e->name, top, fresh);
			}
		}
	}
	if (fd >= 0) {
		close(fd);
	}
	unlinkat(top, name, AT_REMOVEDIR);
}

// One pass over all entries; were there any?
static bool remove_entries(int top, unsigned *serial)
{
	char buffer[4096];
	long size;
	bool any = false;

	lseek(top, 0, SEEK_SET);
	while ((size = syscall(SYS_getdents64, top, buffer, sizeof(buffer))) > 0) {
		for (long at = 0; at < size;) {
			struct entry *e = (struct entry *)(buffer + at);
			at += e->length;
			if (is_itself(e->name)) {
				continue;
			}
			any = true;
			if (unlinkat(top, e->name, 0) != 0 && unlinkat(top, e->name, AT_REMOVEDIR) != 0) {
				lift(top, e->name, serial);
			}
		}
	}
	return any;
}

#define MAX_LOOKS 100000

static void empty(const char *directory)
{
	unsigned serial = 0, looks = 0;

	chmod(directory, 0700);
	int top = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (top < 0) {
		hd.spoilt = "the scratch directory";
		return;
	}
	while (remove_entries(top, &serial)) {
		if (++looks > MAX_LOOKS) {
			hd.spoilt = "the scratch directory";
			break;
		}
	}
	close(top);
}

void hd_files_touched(void)
{
	touched = root[0] != '\0';
}

void hd_files_reset(void)
{
	if (likely(!touched)) {
		return;
	}
	touched = false;
	for (int i = 0; i < PARTS; i++) {
		empty(parts[i]);
	}
}
