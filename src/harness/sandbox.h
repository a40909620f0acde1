// SPDX-License-Identifier: Apache-2.0
// A sandbox around one harness. The code under test may try anything; in here
// it can write only to a scratch directory, cannot reach the network or other
// processes, and what it leaves behind disappears when the harness ends.
//
//   base/scratch.c   the directory
//   landlock.c       what the process can no longer write
//   filter.c         system calls that fail
//   sandbox_enter.c  what the new process does to itself before the harness begins
//   sandbox.c        what the system offers, and putting it together
//
// Each worker confines itself further (engine/confine.c).
#ifndef HD_HARNESS_SANDBOX_H
#define HD_HARNESS_SANDBOX_H

#include <linux/filter.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "abi/control.h"
#include "base/error.h"
#include "base/scratch.h"
#include "base/spawn.h"

enum hd_sandbox_level {
	HD_SANDBOX_NONE,
	HD_SANDBOX_BUT_FILES, // files are the program's business
	HD_SANDBOX_ALL,
};

// In findings.
const char *hd_sandbox_level_name(enum hd_sandbox_level level);
// HD_SANDBOX_ALL for an unknown name.
enum hd_sandbox_level hd_sandbox_level_named(const char *name);

// What the system offers.
struct hd_sandbox_means {
	unsigned long namespaces; // CLONE_NEW*: those that a harness starts in; 0: none
	int landlock;             // version; 0: none
	bool filters;             // of system calls
};

// Determined at the first call.
const struct hd_sandbox_means *hd_sandbox_means(void);
// Can files outside the scratch directory be protected here?
bool hd_sandbox_protects_files(void);
// Says, once, what the system lacks and what that means.
void hd_sandbox_tell_lacks(void);

struct hd_sandbox {
	enum hd_sandbox_level level;
	struct hd_scratch scratch;
	char user_map[32], group_map[32];
	struct sock_filter filter[HD_MAX_FILTER];
	size_t filter_length;
	uint64_t memory; // bytes that a process may use
};

// Also fills in what the workers have to do. heap: --heap.
enum hd_status hd_sandbox_make(struct hd_sandbox *sandbox, enum hd_sandbox_level level, uint64_t heap,
	struct hd_confinement *confinement, struct hd_error *error);
// Sets namespaces and preparation of a process that is to be started.
void hd_sandbox_apply(struct hd_sandbox *sandbox, struct hd_spawn *spawn);
// Does a process of this harness use more memory than allowed?
bool hd_sandbox_is_exceeded(const struct hd_sandbox *sandbox, pid_t harness, const struct hd_confinement *confinement);
void hd_sandbox_finish(struct hd_sandbox *sandbox);

// sandbox_enter.c; both are for a new process: 0, or an errno value.
int hd_sandbox_enter_namespaces(const struct hd_sandbox_means *means, const struct hd_sandbox *sandbox,
	const char *scratch);
int hd_sandbox_enter(void *sandbox);

#endif
