// SPDX-License-Identifier: Apache-2.0
#include "fuzz.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct fuzz_entry *chosen;
static char directory[64];

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *state)
{
	(void)info, (void)type, (void)state;
	return remove(path);
}

static void remove_directory(void)
{
	nftw(directory, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

const char *fuzz_directory(void)
{
	if (!directory[0]) {
		strcpy(directory,
			access("/dev/shm", W_OK) == 0 ? "/dev/shm/heddle-fuzz-XXXXXX" : "/tmp/heddle-fuzz-XXXXXX");
		if (!mkdtemp(directory)) {
			abort();
		}
		atexit(remove_directory);
	}
	return directory;
}

const char *fuzz_file(const char *name, const void *bytes, size_t size)
{
	static char path[512];
	snprintf(path, sizeof(path), "%s/%s", fuzz_directory(), name);
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	if (fd < 0 || write(fd, bytes, size) != (ssize_t)size) {
		abort();
	}
	close(fd);
	return path;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	const char *name = getenv("HEDDLE_FUZZ");
	for (chosen = fuzz_targets; chosen->name && !(name && strcmp(name, chosen->name) == 0); chosen++) {
	}
	if (!chosen->name) {
		fprintf(stderr, "HEDDLE_FUZZ must be the name of a target\n");
		exit(2);
	}
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	if (!text) {
		abort();
	}
	memcpy(text, data, size);
	text[size] = '\0';
	chosen->run(text, size);
	free(text);
	return 0;
}
