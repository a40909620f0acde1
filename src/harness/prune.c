// SPDX-License-Identifier: Apache-2.0
#include "harness/prune.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "base/path.h"

enum {
	KEEP = 8,            // harnesses without a finding
	LEFT_BEHIND = 86400, // seconds after which nobody works in a temporary directory any more
};

struct candidate {
	char *path;
	struct timespec used;
};

struct candidates {
	struct candidate *items;
	size_t count;
};

void hd_prune_touch(const char *harness)
{
	utimensat(AT_FDCWD, harness, NULL, 0);
}

static bool starts_with(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

bool hd_prune_would_take(const char *harness)
{
	return starts_with(hd_path_name(harness), HD_HARNESS_PREFIX);
}

static void consider(struct candidates *all, const char *directory, const char *name)
{
	struct stat info;
	char *path = hd_path_join(directory, name);
	if (lstat(path, &info) != 0) {
		free(path);
		return;
	}
	if (starts_with(name, HD_HARNESS_PREFIX) && S_ISREG(info.st_mode) &&
		info.st_nlink == 1) {
		all->items = realloc(all->items, (all->count + 1) * sizeof(*all->items));
		hd_check(all->items != NULL);
		all->items[all->count++] = (struct candidate){.path = path, .used = info.st_mtim};
		return;
	}
	if (starts_with(name, "tmp-") && S_ISDIR(info.st_mode) && time(NULL) - info.st_mtime > LEFT_BEHIND) {
		hd_path_remove_tree(path);
	}
	free(path);
}

static int newest_first(const void *a, const void *b)
{
	const struct timespec *x = &((const struct candidate *)a)->used;
	const struct timespec *y = &((const struct candidate *)b)->used;
	if (x->tv_sec != y->tv_sec) {
		return x->tv_sec < y->tv_sec ? 1 : -1;
	}
	return (x->tv_nsec < y->tv_nsec) - (x->tv_nsec > y->tv_nsec);
}

void hd_prune(const char *directory)
{
	struct candidates all = {0};
	DIR *stream = opendir(directory);
	struct dirent *entry;
	while (stream && (entry = readdir(stream))) {
		consider(&all, directory, entry->d_name);
	}
	if (stream) {
		closedir(stream);
	}
	if (all.count > KEEP) {
		qsort(all.items, all.count, sizeof(*all.items), newest_first);
	}
	for (size_t i = 0; i < all.count; i++) {
		if (i >= KEEP) {
			unlink(all.items[i].path);
		}
		free(all.items[i].path);
	}
	free(all.items);
}
