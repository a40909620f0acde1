// SPDX-License-Identifier: Apache-2.0
// Starting other programs and waiting for them.
#ifndef HD_BASE_SPAWN_H
#define HD_BASE_SPAWN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/str.h"

struct hd_spawn {
	char *const *argv;       // argv[0] is the path of the program
	const char *environment; // one "NAME=value" more for it, or NULL
	int input, output, error; // its standard descriptors; HD_SPAWN_KEEP: inherited from us
	const int *inherit;      // further descriptors that it inherits under the same number
	size_t inherit_count;
	bool own_group;          // a process group of its own: no Ctrl-C from the terminal
	unsigned long namespaces; // CLONE_NEW*: namespaces to start it in
	// Called in the new process before the program; 0, or an errno value that ends it.
	// Limited to what is safe after fork: system calls on memory that already exists.
	int (*prepare)(void *context);
	void *context;
};

enum { HD_SPAWN_KEEP = -1 };

// 0, or an errno value. Standard descriptors with HD_SPAWN_KEEP are inherited.
int hd_spawn_start(const struct hd_spawn *spawn, pid_t *pid);

// Waits for this process to end; its wait status.
int hd_spawn_wait(pid_t pid);
// Waits until one of these processes has ended, at most a moment: signals that come just
// before it are not slept through. The caller looks again.
void hd_spawn_await(const pid_t *pids, size_t count);

// Runs argv to completion with stdin closed; adds its stdout and stderr to
// output. 0 with *status set to its wait status, or an errno value. If heddle
// is to end (base/interrupt.h), so is the program.
int hd_spawn_capture(char *const *argv, struct hd_str *output, int *status);

// "exit status 1", "signal 11 (Segmentation fault)"
void hd_spawn_describe(struct hd_str *str, int status);

#endif
