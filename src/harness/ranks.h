// SPDX-License-Identifier: Apache-2.0
// The processes of a campaign that a launcher (mpirun, srun) has started: ranks. What calls MPI is a module of its
// own (mpi_module.c), loaded only where a launcher is at work: heddle does not need MPI otherwise.
#ifndef HD_HARNESS_RANKS_H
#define HD_HARNESS_RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

#define HD_RANKS_VERSION 1u
#define HD_RANKS_SYMBOL "heddle_ranks_module"

// What the module gives. Nothing in it waits for another rank but begin; and end, if all are there.
struct hd_ranks_module {
	unsigned version;
	bool (*begin)(int *rank, int *size);
	void (*send_to_all)(int kind, const void *data, size_t size); // from rank 0
	void (*send)(int to, int kind, const void *data, size_t size);
	// What has come, if anything; the caller frees *data, which has a zero at its end.
	bool (*receive)(int *from, int *kind, char **data, size_t *size);
	void (*counts)(uint64_t *messages, uint64_t *bytes); // that this rank has sent
	// all: every rank reaches its end, too. If not, those that are left are ended.
	void (*end)(bool all, int status);
};

// NULL without an error: no launcher, or only one rank.
enum hd_status hd_ranks_load(const struct hd_ranks_module **module, int *rank, int *size, struct hd_error *error);

#endif
