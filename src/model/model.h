// SPDX-License-Identifier: Apache-2.0
// The static model of one class, from the records that the pass left in the
// harness (abi/model.h): its shared variables, the sites that read and write each,
// and which methods reach which sites.
//
// Shared variables are fields of structs and globals that some method reaches;
// locals, parameters and unnamed memory are skipped. Calls are followed
// through direct edges. A call through a pointer may lead to every function whose
// address is taken anywhere, which is more than can happen and never less.
#ifndef HD_MODEL_H
#define HD_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/model.h"
#include "model/calls.h"

struct hd_model_var {
	const char *name;
	uint32_t *reads, *writes; // ids of sites that methods reach (hd_site_id)
	uint32_t nreads, nwrites;
	uint32_t all_reads, all_writes; // sites of the whole program: constructors and destructors, too
};

struct hd_model {
	struct hd_model_var *vars;
	unsigned nvars;
	uint32_t *var_of_site;   // by id; HD_MODEL_NONE: none of interest
	uint32_t *func_of_site;  // by id
	uint64_t *methods_of_func; // by function: set of the methods that reach it
	uint64_t *callers_of_func; // the same, without calls through pointers
	unsigned nsites, nfuncs, nmethods, words;
	bool nests; // the program calls a method itself, or could
};

// The model of the class with these methods, given by address; in memory that
// outlives a worker.
struct hd_model *hd_model_build(const void *const *methods, unsigned n);

static inline bool hd_model_reaches(const struct hd_model *m, unsigned method, uint32_t site)
{
	return m->methods_of_func[(size_t)m->func_of_site[site] * m->words + method / 64] >> (method % 64) & 1;
}

// Without calls through pointers, which may lead anywhere?
static inline bool hd_model_reaches_directly(const struct hd_model *m, unsigned method, uint32_t site)
{
	return m->callers_of_func[(size_t)m->func_of_site[site] * m->words + method / 64] >> (method % 64) & 1;
}

// An atomic read-modify-write is both.
static inline bool hd_model_is_read(const struct hd_site *s)
{
	return s->kind == HD_EV_READ || s->kind == HD_EV_ATOMIC_READ || s->kind == HD_EV_ATOMIC_RMW;
}

static inline bool hd_model_is_write(const struct hd_site *s)
{
	return s->kind == HD_EV_WRITE || s->kind == HD_EV_ATOMIC_WRITE || s->kind == HD_EV_ATOMIC_RMW;
}

#endif
