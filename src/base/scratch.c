// SPDX-License-Identifier: Apache-2.0
#include "base/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"

#define PREFIX ".heddle-tmp-"
#define MARK ".heddle-mark"

enum { ATTEMPTS = 100 };

// Creates and locks the mark: 0 or an errno value. ENOENT: somebody took the directory for
// one that was left behind, in the moment before it was marked.
static int put_mark(struct hd_scratch *scratch)
{
	char *path = hd_path_join(scratch->path, MARK);
	struct stat info;
	int reason = 0;
	scratch->mark = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
	if (scratch->mark < 0) {
		reason = errno;
	} else if ((flock(scratch->mark, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) ||
		fstat(scratch->mark, &info) != 0 || info.st_nlink == 0) {
		close(scratch->mark);
		reason = ENOENT;
	}
	free(path);
	return reason;
}

enum hd_status hd_scratch_create(struct hd_scratch *scratch, const char *parent, struct hd_error *error)
{
	*scratch = (struct hd_scratch){.mark = -1};
	enum hd_status status = hd_path_make(parent, error);
	if (status != HD_OK) {
		return status;
	}
	int reason = ENOENT;
	for (int i = 0; i < ATTEMPTS && reason == ENOENT; i++) {
		free(scratch->path);
		scratch->path = hd_format("%s/" PREFIX "XXXXXX", parent);
		reason = mkdtemp(scratch->path) ? put_mark(scratch) : errno;
	}
	if (reason == 0) {
		return HD_OK;
	}
	status = hd_fail(error, HD_BAD_INPUT, "cannot write in '%s': %s", parent, strerror(reason));
	rmdir(scratch->path);
	free(scratch->path);
	scratch->path = NULL;
	return status;
}

// The mark goes last: what is left of a removal that was cut short is still marked.
static void remove_marked(const char *path)
{
	char *mark = hd_path_join(path, MARK);
	DIR *stream = opendir(path);
	struct dirent *entry;
	while (stream && (entry = readdir(stream))) {
		if (strcmp(entry->d_name, MARK) != 0 && strcmp(entry->d_name, ".") != 0 &&
			strcmp(entry->d_name, "..") != 0) {
			char *inner = hd_path_join(path, entry->d_name);
			hd_path_remove_tree(inner);
			free(inner);
		}
	}
	if (stream) {
		closedir(stream);
	}
	unlink(mark);
	rmdir(path);
	free(mark);
}

void hd_scratch_remove(struct hd_scratch *scratch)
{
	if (!scratch->path) {
		return;
	}
	remove_marked(scratch->path);
	close(scratch->mark);
	free(scratch->path);
	*scratch = (struct hd_scratch){.mark = -1};
}

static void sweep_one(const char *path)
{
	char *mark = hd_path_join(path, MARK);
	int fd = open(mark, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (fd >= 0) {
		if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
			remove_marked(path);
		}
		close(fd);
	} else {
		rmdir(path); // made, not yet marked: an owner that lives makes another
	}
	free(mark);
}

void hd_scratch_sweep(const char *parent)
{
	DIR *stream = opendir(parent);
	struct dirent *entry;
	while (stream && (entry = readdir(stream))) {
		if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) == 0) {
			char *path = hd_format("%s/%s", parent, entry->d_name);
			struct stat info;
			if (lstat(path, &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid()) {
				sweep_one(path);
			}
			free(path);
		}
	}
	if (stream) {
		closedir(stream);
	}
}
