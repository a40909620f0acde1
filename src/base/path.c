// SPDX-License-Identifier: Apache-2.0
#include "base/path.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *hd_path_join(const char *directory, const char *name)
{
	if (*name == '/' || strcmp(directory, ".") == 0 || !*directory) {
		return hd_copy(name);
	}
	bool slash = directory[strlen(directory) - 1] == '/';
	return hd_format("%s%s%s", directory, slash ? "" : "/", name);
}

char *hd_path_directory(const char *path)
{
	const char *slash = strrchr(path, '/');
	if (!slash) {
		return hd_copy(".");
	}
	return hd_copy_bytes(path, slash == path ? 1 : (size_t)(slash - path));
}

const char *hd_path_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

const char *hd_path_extension(const char *path)
{
	const char *dot = strrchr(hd_path_name(path), '.');
	return dot ? dot : "";
}

char *hd_path_absolute(const char *path)
{
	char *real = realpath(path, NULL);
	if (real || *path == '/') {
		return real ? real : hd_copy(path);
	}
	char *here = getcwd(NULL, 0);
	char *absolute = here ? hd_path_join(here, path) : hd_copy(path);
	free(here);
	return absolute;
}

const char *hd_path_display(const char *path)
{
	char here[PATH_MAX];
	if (*path != '/' || !getcwd(here, sizeof(here))) {
		return path;
	}
	size_t length = strlen(here);
	if (length > 1 && strncmp(path, here, length) == 0 && path[length] == '/' && path[length + 1]) {
		return path + length + 1;
	}
	return path;
}

bool hd_path_is_below(const char *path, const char *directory)
{
	size_t length = strlen(directory);
	return strncmp(path, directory, length) == 0 &&
		(!path[length] || path[length] == '/' || (length > 0 && directory[length - 1] == '/'));
}

char *hd_path_relative(const char *directory, const char *path)
{
	size_t common = 0; // up to here, before a slash or the end, the two are the same
	for (size_t i = 0;; i++) {
		bool ends = (!path[i] || path[i] == '/') && (!directory[i] || directory[i] == '/');
		common = ends ? i : common;
		if (path[i] != directory[i] || !path[i]) {
			break;
		}
	}
	struct hd_str way = {0};
	const char *rest = path + common + (path[common] == '/');
	for (const char *at = directory + common; *at; at++) {
		if (*at == '/' && at[1]) {
			hd_str_add(&way, "../");
		}
	}
	hd_str_add(&way, rest);
	if (way.length > 1 && way.data[way.length - 1] == '/') {
		hd_str_truncate(&way, way.length - 1);
	}
	if (way.length == 0) {
		hd_str_add_char(&way, '.');
	}
	return hd_str_take(&way);
}

char *hd_path_own_directory(void)
{
	char *self = realpath("/proc/self/exe", NULL);
	char *directory = self ? hd_path_directory(self) : NULL;
	free(self);
	return directory;
}

static bool is_program(const char *path)
{
	return access(path, X_OK) == 0 && !hd_path_is_directory(path);
}

char *hd_path_find_program(const char *name)
{
	if (strchr(name, '/')) {
		return is_program(name) ? hd_copy(name) : NULL;
	}
	const char *list = getenv("PATH");
	while (list && *list) {
		const char *end = strchrnul(list, ':');
		char *directory = hd_copy_bytes(list, (size_t)(end - list));
		char *path = hd_path_join(directory, name);
		free(directory);
		if (is_program(path)) {
			return path;
		}
		free(path);
		list = *end ? end + 1 : end;
	}
	return NULL;
}

bool hd_path_exists(const char *path)
{
	return access(path, F_OK) == 0;
}

bool hd_path_is_directory(const char *path)
{
	struct stat info;
	return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool hd_path_is_file(const char *path)
{
	struct stat info;
	return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

enum hd_status hd_path_check_readable(const char *path, struct hd_error *error)
{
	struct stat info;
	if (stat(path, &info) != 0 || access(path, R_OK) != 0) {
		return hd_fail(error, HD_BAD_INPUT, "cannot read '%s': %s", path, strerror(errno));
	}
	if (!S_ISREG(info.st_mode)) {
		return hd_fail(error, HD_BAD_INPUT,
			S_ISDIR(info.st_mode) ? "'%s' is a directory" : "'%s' is not a regular file", path);
	}
	return HD_OK;
}

static bool make_one(const char *path)
{
	return mkdir(path, 0777) == 0 || (errno == EEXIST && hd_path_is_directory(path));
}

enum hd_status hd_path_make(const char *path, struct hd_error *error)
{
	char *copy = hd_copy(path);
	bool made = true;
	for (char *p = copy + 1; made && *copy && *p; p++) {
		if (*p == '/') {
			*p = '\0';
			made = make_one(copy);
			*p = '/';
		}
	}
	made = made && make_one(copy);
	int reason = errno == EEXIST ? ENOTDIR : errno;
	free(copy);
	if (made) {
		return HD_OK;
	}
	return hd_fail(error, HD_BAD_INPUT, "cannot create directory '%s': %s", path, strerror(reason));
}

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *state)
{
	(void)info;
	(void)type;
	(void)state;
	remove(path);
	return 0;
}

void hd_path_remove_tree(const char *path)
{
	nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

static int read_all(int fd, struct hd_str *text)
{
	char buffer[16384];
	ssize_t count;
	while ((count = read(fd, buffer, sizeof(buffer))) != 0) {
		if (count > 0) {
			hd_str_add_bytes(text, buffer, (size_t)count);
		} else if (errno != EINTR) {
			return errno;
		}
	}
	return 0;
}

enum hd_status hd_path_read(const char *path, struct hd_str *text, struct hd_error *error)
{
	// A FIFO would block until someone writes to it.
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat info;
	bool regular = fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
	int reason = fd < 0 ? errno : regular ? read_all(fd, text) : 0;
	if (fd >= 0) {
		close(fd);
	}
	if (fd >= 0 && !regular) {
		return hd_fail(error, HD_BAD_INPUT, "cannot read '%s': not a regular file", path);
	}
	if (reason == 0) {
		return HD_OK;
	}
	return hd_fail(error, HD_BAD_INPUT, "cannot read '%s': %s", path, strerror(reason));
}

enum hd_status hd_path_write(const char *path, const char *text, struct hd_error *error)
{
	char *temporary = hd_format("%s.%ld~", path, (long)getpid());
	FILE *file = fopen(temporary, "we");
	bool written = file && fputs(text, file) >= 0 && fflush(file) == 0 && fsync(fileno(file)) == 0;
	if (file && fclose(file) != 0) {
		written = false;
	}
	written = written && rename(temporary, path) == 0;
	int reason = errno;
	if (!written) {
		unlink(temporary);
	}
	free(temporary);
	if (written) {
		return HD_OK;
	}
	return hd_fail(error, HD_BAD_INPUT, "cannot write '%s': %s", path, strerror(reason));
}
