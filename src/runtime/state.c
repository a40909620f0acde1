// SPDX-License-Identifier: Apache-2.0
// What code under test changes of its process. Each function that does so
// (abi/redirects.def) notes what it may have changed; after the execution that,
// and nothing else, is put back. Where it cannot be, the worker retires. Data of
// the C library is foreign.c's.
//
// Nothing is kept open for this: a descriptor of heddle's own would be one that
// code under test can close, and would shift the numbers that it sees.
#include "runtime/files.h"
#include "runtime/foreign.h"
#include "runtime/rt.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

unsigned hd_state; // HD_STATE_*, of this execution

static char directory[PATH_MAX];
static mode_t mask;
static struct rlimit limits[RLIM_NLIMITS];
static char **environment, **environment_copy; // where it is, and what was in it
static size_t nenvironment;

static void save_environment(void)
{
	environment = environ;
	while (environment && environment[nenvironment]) {
		nenvironment++;
	}
	environment_copy = hd_private_alloc((nenvironment + 1) * sizeof(*environment_copy));
	if (environment) {
		memcpy(environment_copy, environment, (nenvironment + 1) * sizeof(*environment));
	}
}

void hd_state_init(void)
{
	if (!getcwd(directory, sizeof(directory))) {
		directory[0] = '\0';
	}
	mask = umask(0);
	umask(mask);
	for (int i = 0; i < RLIM_NLIMITS; i++) {
		getrlimit((__rlimit_resource_t)i, &limits[i]);
	}
	save_environment();
	hd_descriptors_init();
}

void hd_state_note(unsigned what, const char *name)
{
	struct hd_op op = {.kind = HD_EV_CALL, .write = true, .object = 1, .site = hd_callsite()};

	hd_sched_point(&op); // all threads share the process, as they do descriptors
	hd_state |= what;
	if (what & (HD_STATE_LIBC | HD_STATE_ENVIRONMENT)) {
		hd_foreign_touched();
	}
	if (what & HD_STATE_FOR_GOOD) {
		hd.spoilt = name;
	}
}

static void restore_directory(void)
{
	if (chdir(directory) != 0) {
		hd.spoilt = "chdir()";
	}
}

// The array that the program was started with is changed in place.
static void restore_environment(void)
{
	environ = environment;
	if (environment) {
		memcpy(environment, environment_copy, (nenvironment + 1) * sizeof(*environment));
	}
}

static void restore_limits(void)
{
	for (int i = 0; i < RLIM_NLIMITS; i++) {
		struct rlimit now;
		bool changed = getrlimit((__rlimit_resource_t)i, &now) != 0 ||
			memcmp(&now, &limits[i], sizeof(now)) != 0;
		if (changed && setrlimit((__rlimit_resource_t)i, &limits[i]) != 0) {
			hd.spoilt = "setrlimit()";
		}
	}
}

void hd_state_restore(void)
{
	unsigned what = hd_state | (hd.foreign ? HD_STATE_DESCRIPTORS : 0); // what was opened is not known

	hd_state = 0;
	if (hd.record.outcome.hung ||
		(hd.record.fault.tainted &&
			(hd.record.outcome.verdict != HD_VERDICT_NONE || hd.record.outcome.crashed))) {
		hd.spoilt = "a fault in the C library";
		return; // it may hold its locks
	}
	if (what & (HD_STATE_DESCRIPTORS | HD_STATE_STANDARD)) {
		hd_descriptors_restore(what & HD_STATE_STANDARD);
	}
	if (what & HD_STATE_DIRECTORY) {
		restore_directory();
	}
	if (what & HD_STATE_UMASK) {
		umask(mask);
	}
	if (what & HD_STATE_LIMITS) {
		restore_limits();
	}
	if (what & HD_STATE_ENVIRONMENT) {
		restore_environment();
	}
	if (hd.foreign) {
		hd_files_touched();
		hd_foreign_restore();
	}
}
