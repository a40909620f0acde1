// SPDX-License-Identifier: Apache-2.0
#include "harness/prune.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "base/path.h"
#include "harness/elf_check.h"

enum {
	KEEP = 8, // harnesses without a finding
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

// A build id of this and of the hash that is in the name, too, has no other program. Notes
// are made of words of four bytes.
static const unsigned char mark[] = {'h', 'e', 'd', 'd', 'l', 'e', 0, 0};
#define DIGITS 16

char *hd_prune_name(uint64_t hash)
{
	return hd_format(HD_HARNESS_PREFIX "%0*" PRIx64, DIGITS, hash);
}

void hd_prune_add_mark(uint64_t hash, struct hd_strv *argv)
{
	struct hd_str flag = {0};
	hd_str_add(&flag, "-Wl,--build-id=0x");
	for (size_t i = 0; i < sizeof(mark); i++) {
		hd_str_addf(&flag, "%02x", mark[i]);
	}
	hd_str_addf(&flag, "%0*" PRIx64, DIGITS, hash);
	hd_strv_give(argv, hd_str_take(&flag));
}

static bool hash_of_name(const char *name, uint64_t *hash)
{
	size_t length = strlen(HD_HARNESS_PREFIX);
	if (strncmp(name, HD_HARNESS_PREFIX, length) != 0 || strlen(name) != length + DIGITS ||
		strspn(name + length, "0123456789abcdef") != DIGITS) {
		return false;
	}
	*hash = strtoull(name + length, NULL, 16);
	return true;
}

bool hd_prune_is_own(const char *harness)
{
	uint64_t hash;
	unsigned char id[sizeof(mark) + 8];
	if (!hash_of_name(hd_path_name(harness), &hash)) {
		return false;
	}
	memcpy(id, mark, sizeof(mark));
	for (size_t i = 0; i < 8; i++) {
		id[sizeof(mark) + i] = (unsigned char)(hash >> (56 - 8 * i));
	}
	return hd_elf_has_build_id(harness, id, sizeof(id));
}

bool hd_prune_is_name(const char *name)
{
	uint64_t hash;
	return hash_of_name(name, &hash);
}

static void consider(struct candidates *all, const char *directory, const char *name)
{
	struct stat info;
	char *path = hd_path_join(directory, name);
	if (lstat(path, &info) != 0) {
		free(path);
		return;
	}
	if (S_ISREG(info.st_mode) && info.st_nlink == 1 && hd_prune_is_own(path)) {
		all->items = realloc(all->items, (all->count + 1) * sizeof(*all->items));
		hd_check(all->items != NULL);
		all->items[all->count++] = (struct candidate){.path = path, .used = info.st_mtim};
		return;
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
