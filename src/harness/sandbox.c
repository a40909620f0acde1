// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/path.h"
#include "harness/filter.h"
#include "harness/landlock.h"

#define NAMESPACES (CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWNS)
#define WITHOUT_ENV "HEDDLE_SANDBOX_WITHOUT"

static const char *const level_names[] = {
	[HD_SANDBOX_NONE] = "none",
	[HD_SANDBOX_BUT_FILES] = "but-files",
	[HD_SANDBOX_ALL] = "all",
};

const char *hd_sandbox_level_name(enum hd_sandbox_level level)
{
	return level_names[level];
}

enum hd_sandbox_level hd_sandbox_level_named(const char *name)
{
	for (int level = HD_SANDBOX_NONE; level < HD_SANDBOX_ALL; level++) {
		if (strcmp(name, level_names[level]) == 0) {
			return (enum hd_sandbox_level)level;
		}
	}
	return HD_SANDBOX_ALL;
}

// Should this part be treated as missing? For seeing what happens on systems without it.
static bool is_left_out(const char *part)
{
	const char *list = getenv(WITHOUT_ENV);
	return list && strstr(list, part);
}

// "1000 1000 1": the one user there is keeps its number.
static void make_maps(struct hd_sandbox *sandbox)
{
	snprintf(sandbox->user_map, sizeof(sandbox->user_map), "%u %u 1", geteuid(), geteuid());
	snprintf(sandbox->group_map, sizeof(sandbox->group_map), "%u %u 1", getegid(), getegid());
}

struct trial {
	struct hd_sandbox_means means;
	struct hd_sandbox sandbox;
};

// Mounts over the root, for want of another directory that is there for certain.
static int try_namespaces(void *context)
{
	struct trial *trial = context;
	int reason = hd_sandbox_enter_namespaces(&trial->means, &trial->sandbox, "/");
	_exit(reason == 0 ? 0 : 1);
}

static bool can_have(unsigned long namespaces)
{
	struct trial trial = {.means = {.namespaces = namespaces}};
	make_maps(&trial.sandbox);
	char *const argv[] = {"", NULL};
	struct hd_spawn spawn = {
		.argv = argv,
		.input = HD_SPAWN_KEEP,
		.output = HD_SPAWN_KEEP,
		.error = HD_SPAWN_KEEP,
		.namespaces = namespaces,
		.prepare = try_namespaces,
		.context = &trial,
	};
	pid_t pid;
	return hd_spawn_start(&spawn, &pid) == 0 && hd_spawn_wait(pid) == 0;
}

static unsigned long find_namespaces(void)
{
	if (is_left_out("namespaces")) {
		return 0;
	}
	if (geteuid() == 0 && can_have(NAMESPACES)) {
		return NAMESPACES;
	}
	return can_have(NAMESPACES | CLONE_NEWUSER) ? NAMESPACES | CLONE_NEWUSER : 0;
}

const struct hd_sandbox_means *hd_sandbox_means(void)
{
	static struct hd_sandbox_means means;
	static bool known;
	if (!known) {
		known = true;
		means.namespaces = find_namespaces();
		means.landlock = is_left_out("landlock") ? 0 : hd_landlock_version();
		means.filters = !is_left_out("seccomp") && prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0;
	}
	return &means;
}

bool hd_sandbox_protects_files(void)
{
	return hd_sandbox_means()->namespaces || hd_sandbox_means()->landlock;
}

void hd_sandbox_tell_lacks(void)
{
	const struct hd_sandbox_means *means = hd_sandbox_means();
	if (!means->namespaces) {
		hd_warning("sandbox: namespaces are not available here: "
			   "code under test has no network and no System V IPC at all");
	}
	if (!means->landlock) {
		hd_warning("sandbox: Landlock is not available here: %s",
			means->namespaces ? "files are protected only by a read-only view"
					  : "files outside the scratch directory are not protected");
	}
	if (!means->filters) {
		hd_warning("sandbox: system call filters are not available here: "
			   "code under test can %s",
			means->namespaces ? "start processes" : "use the network, start processes and send signals");
	}
}

// The zygote cannot use fork() for it, and needs to know what the C library would tell the system.
static bool can_mark_forks(void)
{
	int *address;
	return prctl(PR_GET_TID_ADDRESS, &address, 0, 0, 0) == 0;
}

static enum hd_status make_filters(struct hd_sandbox *sandbox, struct hd_confinement *confinement,
	struct hd_error *error)
{
	const struct hd_sandbox_means *means = hd_sandbox_means();
	struct hd_filter_request request = {
		.own_namespaces = means->namespaces != 0,
		.guard_files = sandbox->level == HD_SANDBOX_ALL && !means->namespaces,
		.only_marked_forks = can_mark_forks(),
	};
	if (!means->filters) {
		return HD_OK;
	}
	enum hd_status status = hd_filter_make(&request, sandbox->filter, HD_MAX_FILTER, &sandbox->filter_length,
		error);
	request.worker = true;
	size_t length = 0;
	if (status == HD_OK) {
		status = hd_filter_make(&request, confinement->filter, HD_MAX_FILTER, &length, error);
	}
	confinement->filter_length = (uint32_t)length;
	return status;
}

// The heap with its shadow, four times as large, and room for everything else.
static uint64_t memory_limit(uint64_t heap)
{
	const uint64_t most = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE) / 4 * 3;
	const uint64_t limit = 5 * heap + ((uint64_t)1 << 30);
	return limit < most ? limit : most;
}

static enum hd_status tell_directories(const struct hd_sandbox *sandbox, struct hd_confinement *confinement,
	struct hd_error *error)
{
	char *here = getcwd(NULL, 0);
	int start = snprintf(confinement->start, sizeof(confinement->start), "%s", here ? here : "/");
	int scratch = snprintf(confinement->scratch, sizeof(confinement->scratch), "%s", sandbox->scratch.path);
	free(here);
	if ((size_t)start >= sizeof(confinement->start) || (size_t)scratch >= sizeof(confinement->scratch)) {
		return hd_fail(error, HD_BAD_INPUT,
			"the path of this directory or of TMPDIR is too long for the sandbox");
	}
	return HD_OK;
}

static enum hd_status make_scratch(struct hd_sandbox *sandbox, struct hd_error *error)
{
	const char *chosen = getenv("TMPDIR");
	char *parent = hd_path_absolute(chosen && *chosen == '/' && hd_path_is_directory(chosen) ? chosen : "/tmp");
	hd_scratch_sweep(parent);
	enum hd_status status = hd_scratch_create(&sandbox->scratch, parent, error);
	free(parent);
	return status;
}

enum hd_status hd_sandbox_make(struct hd_sandbox *sandbox, enum hd_sandbox_level level, uint64_t heap,
	struct hd_confinement *confinement, struct hd_error *error)
{
	*sandbox = (struct hd_sandbox){.level = level, .memory = memory_limit(heap)};
	if (level == HD_SANDBOX_NONE) {
		return HD_OK;
	}
	make_maps(sandbox);
	enum hd_status status = make_filters(sandbox, confinement, error);
	confinement->careful = level == HD_SANDBOX_ALL && !hd_sandbox_protects_files();
	if (status == HD_OK && level == HD_SANDBOX_ALL && (status = make_scratch(sandbox, error)) == HD_OK) {
		status = tell_directories(sandbox, confinement, error);
	}
	if (status != HD_OK) {
		hd_sandbox_finish(sandbox);
	}
	return status;
}

void hd_sandbox_apply(struct hd_sandbox *sandbox, struct hd_spawn *spawn)
{
	if (sandbox->level != HD_SANDBOX_NONE) {
		spawn->namespaces = hd_sandbox_means()->namespaces;
		spawn->prepare = hd_sandbox_enter;
		spawn->context = sandbox;
	}
}

// The beginning of a file in /proc; "" if it cannot be read.
static void read_proc(const char *path, char *text, size_t room)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length = fd >= 0 ? read(fd, text, room - 1) : 0;
	text[length > 0 ? length : 0] = '\0';
	if (fd >= 0) {
		close(fd);
	}
}

static uint64_t memory_of(pid_t pid)
{
	char path[64], text[128];
	unsigned long long all, used;
	snprintf(path, sizeof(path), "/proc/%d/statm", (int)pid);
	read_proc(path, text, sizeof(text));
	return sscanf(text, "%llu %llu", &all, &used) == 2 ? used * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

// Memory that no process has mapped is counted nowhere: files in memory that were written, pages of pipes.
static bool machine_is_short(void)
{
	char text[512];
	unsigned long long total, available;
	read_proc("/proc/meminfo", text, sizeof(text));
	const char *line = strstr(text, "MemAvailable:");
	return line && sscanf(text, "MemTotal: %llu", &total) == 1 &&
		sscanf(line, "MemAvailable: %llu", &available) == 1 && available < total / 32;
}

// No limit of the system counts what is used: the runtime reserves far more than it
// uses. The numbers come from memory that code under test could write; whatever they
// are, nothing but this harness is ended for it.
bool hd_sandbox_is_exceeded(const struct hd_sandbox *sandbox, pid_t harness, const struct hd_confinement *confinement)
{
	if (sandbox->level == HD_SANDBOX_NONE) {
		return false;
	}
	bool exceeded = memory_of(harness) > sandbox->memory || machine_is_short();
	for (unsigned i = 0; i < HD_MAX_PIDS && !exceeded; i++) {
		pid_t pid = (pid_t)confinement->pids[i];
		exceeded = pid > 0 && memory_of(pid) > sandbox->memory;
	}
	return exceeded;
}

void hd_sandbox_finish(struct hd_sandbox *sandbox)
{
	hd_scratch_remove(&sandbox->scratch);
}
