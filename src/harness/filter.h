// SPDX-License-Identifier: Apache-2.0
// Which system calls code under test may make, as filters run by the kernel
// (libseccomp). Anything else fails with EPERM; nothing is killed.
#ifndef HD_HARNESS_FILTER_H
#define HD_HARNESS_FILTER_H

#include <linux/filter.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct hd_filter_request {
	bool worker;         // for a worker, which executes code: it starts no processes and signals only itself
	bool own_namespaces; // network, IPC objects and processes are its own: loopback and so on are allowed
	bool only_marked_forks; // processes are started by the zygote alone, not by code that runs before main
	bool guard_files;    // deny changes to file attributes: nothing else protects them
};

// At most `room` instructions go to `program`; *length says how many.
enum hd_status hd_filter_make(const struct hd_filter_request *request, struct sock_filter *program, size_t room,
	size_t *length, struct hd_error *error);

#endif
