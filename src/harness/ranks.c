// SPDX-License-Identifier: Apache-2.0
#include "harness/ranks.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "base/path.h"

#define FILE_NAME "libheddle-mpi.so"

// What launchers tell the processes that they start: how many there are.
static bool is_launched(void)
{
	static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_SIZE", "MPI_LOCALNRANKS", NULL};
	for (const char *const *name = sizes; *name; name++) {
		const char *value = getenv(*name);
		if (value && atoi(value) > 1) {
			return true;
		}
	}
	const char *tasks = getenv("SLURM_STEP_NUM_TASKS"), *rank = getenv("PMIX_RANK");
	return tasks && atoi(tasks) > 1 && (rank || getenv("PMI_RANK"));
}

static void *open_module(void)
{
	static const char *const places[] = {"", "../lib/heddle/", NULL};
	char *own = hd_path_own_directory();
	void *handle = NULL;
	for (const char *const *place = places; own && *place && !handle; place++) {
		char *path = hd_format("%s/%s" FILE_NAME, own, *place);
		handle = hd_path_exists(path) ? dlopen(path, RTLD_NOW | RTLD_GLOBAL) : NULL;
		free(path);
	}
	free(own);
	return handle;
}

enum hd_status hd_ranks_load(const struct hd_ranks_module **module, int *rank, int *size, struct hd_error *error)
{
	*module = NULL;
	*rank = 0;
	*size = 1;
	if (!is_launched()) {
		return HD_OK;
	}
	void *handle = open_module();
	const struct hd_ranks_module *found = handle ? dlsym(handle, HD_RANKS_SYMBOL) : NULL;
	if (!found || found->version != HD_RANKS_VERSION) {
		return hd_fail(error, HD_BAD_INPUT,
			"started by a launcher of MPI, but " FILE_NAME
			" is missing or of another version: build heddle where libopenmpi-dev or libmpich-dev is installed");
	}
	if (!found->begin(rank, size)) {
		return hd_fail(error, HD_INTERNAL, "MPI could not be started");
	}
	*module = found;
	return HD_OK;
}
