// SPDX-License-Identifier: Apache-2.0
#include "cli/merge_harness.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "base/scratch.h"
#include "harness/build.h"
#include "harness/elf_check.h"
#include "harness/prune.h"
#include "store/finding_dir.h"

void hd_identities_finish(struct hd_identities *identities)
{
	hd_strv_finish(&identities->paths);
	hd_strv_finish(&identities->codes);
}

// Links to one file are one file, and it is read once. It does not change while heddle merges.
static const char *identity(struct hd_identities *identities, const char *path)
{
	struct stat info;
	if (lstat(path, &info) != 0 || !S_ISREG(info.st_mode)) {
		return "";
	}
	char *key = hd_format("%llu %llu", (unsigned long long)info.st_dev, (unsigned long long)info.st_ino);
	for (size_t i = 0; i < identities->paths.count; i++) {
		if (strcmp(identities->paths.items[i], key) == 0) {
			free(key);
			return identities->codes.items[i];
		}
	}
	hd_strv_give(&identities->paths, key);
	hd_strv_give(&identities->codes,
		hd_elf_defines(path, HD_ENGINE_SYMBOL) ? hd_build_identity(path) : hd_copy(""));
	return identities->codes.items[identities->codes.count - 1];
}

// Where it may be: with the campaigns, with the finding, or wherever the user has the program.
static char *locate(struct hd_identities *identities, const struct hd_finding *finding, const char *from)
{
	const struct hd_origin *origin = &finding->origin;
	char *places[] = {
		hd_format("%s/build/%s", from, hd_path_name(origin->harness)),
		hd_format("%s/" HD_FINDINGS "/%s/" HD_FINDING_HARNESS, from, finding->id),
		hd_copy(origin->harness),
	};
	char *found = NULL;
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		if (!found && *origin->code && strcmp(identity(identities, places[i]), origin->code) == 0) {
			found = places[i];
		} else {
			free(places[i]);
		}
	}
	return found;
}

static enum hd_status copy_bytes(int in, int out, const char *to, struct hd_error *error)
{
	char buffer[1 << 16];
	ssize_t count;
	while ((count = read(in, buffer, sizeof(buffer))) > 0) {
		for (ssize_t done = 0, n; done < count; done += n) {
			n = write(out, buffer + done, (size_t)(count - done));
			if (n < 0) {
				return hd_fail(error, HD_BAD_INPUT, "cannot write '%s': %s", to, strerror(errno));
			}
		}
	}
	return count == 0 ? HD_OK : hd_fail(error, HD_BAD_INPUT, "cannot read for '%s': %s", to, strerror(errno));
}

static enum hd_status copy_file(const char *from, const char *to, struct hd_error *error)
{
	enum hd_status status = HD_OK;
	int in = open(from, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	int out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0755);
	if (in < 0 || out < 0) {
		status = hd_fail(error, HD_BAD_INPUT, "cannot copy '%s' to '%s': %s", from, to, strerror(errno));
	} else {
		status = copy_bytes(in, out, to, error);
	}
	if (in >= 0) {
		close(in);
	}
	if (out >= 0 && close(out) != 0 && status == HD_OK) {
		status = hd_fail(error, HD_BAD_INPUT, "cannot write '%s': %s", to, strerror(errno));
	}
	return status;
}

// As a whole or not at all.
static enum hd_status bring(const char *from, const char *directory, const char *to, struct hd_error *error)
{
	struct hd_scratch scratch;
	enum hd_status status = hd_scratch_create(&scratch, directory, error);
	if (status != HD_OK) {
		return status;
	}
	char *partial = hd_path_join(scratch.path, "harness");
	status = copy_file(from, partial, error);
	if (status == HD_OK && rename(partial, to) != 0) {
		status = hd_fail(error, HD_BAD_INPUT, "cannot write '%s': %s", to, strerror(errno));
	}
	free(partial);
	hd_scratch_remove(&scratch);
	return status;
}

// heddle's own harnesses are named by what they are made of. Other programs may be anything under one
// name, which then gets the identity added.
static char *name_in(const struct hd_finding *finding)
{
	const char *name = hd_path_name(finding->origin.harness);
	bool own = strncmp(name, HD_HARNESS_PREFIX, strlen(HD_HARNESS_PREFIX)) == 0;
	bool marked = strstr(name, finding->origin.code) != NULL;
	return own || marked ? hd_copy(name) : hd_format("%s-%s", name, finding->origin.code);
}

enum hd_status hd_merge_harness(struct hd_identities *identities, const struct hd_finding *finding, const char *from,
	const char *into, char **path, struct hd_error *error)
{
	*path = NULL;
	char *source = locate(identities, finding, from);
	if (!source) {
		return HD_OK;
	}
	char *directory = hd_path_join(into, "build");
	char *name = name_in(finding);
	char *target = hd_path_join(directory, name);
	enum hd_status status = HD_OK;
	if (strcmp(identity(identities, target), finding->origin.code) != 0) {
		status = hd_path_exists(target)
			? hd_fail(error, HD_BAD_INPUT, "'%s' is another program of the same name; move it away", target)
			: bring(source, directory, target, error);
	}
	if (status == HD_OK) {
		*path = hd_path_absolute(target);
	}
	free(target);
	free(name);
	free(directory);
	free(source);
	return status;
}
