// SPDX-License-Identifier: Apache-2.0
// Memory of the engine and of the process: reserved, shared, mapped.
#ifndef HD_RUNTIME_MEMORY_H
#define HD_RUNTIME_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// memory.c
void hd_memory_init(void);
// Memory shared by all workers of a campaign that outlives each of them.
void *hd_persist_alloc(size_t bytes);
// The same for few and large pieces: pages come when touched.
void *hd_shared_alloc(size_t bytes);
// Zeroed memory of this process alone; pages come when touched.
void *hd_private_alloc(size_t bytes);
void *hd_memory_map(int fd, size_t bytes); // what others share with us; NULL: cannot be mapped
void hd_memory_forget_shadow(void);
bool hd_memory_is_engine(uintptr_t a); // reserved by the above, or the engine's own variables
// Called now and then: a worker whose address space or lowest free descriptor keeps growing, whatever
// the cause, retires.
void hd_growth_watch(uint64_t now_ns);

// mapped.c
void hd_mapped_init(void);
// Can this address be read? Program and libraries are known; for the rest the kernel is asked.
bool hd_mapped(uintptr_t a);
// The same of what stays mapped while the process lives.
bool hd_mapped_surely(uintptr_t a);
// Of any address, without a fault; false: it cannot be read.
bool hd_mapped_read(uintptr_t a, unsigned size, uint64_t *value);
bool hd_mapped_is_code(uintptr_t a);
// An address that is another in another build of the same code, or where the system loads it elsewhere?
bool hd_mapped_moves(uint64_t value);

// args.c
void hd_args_init(int argc, char **argv, char **envp);
char **hd_args_fresh(void); // argv for a new execution, always at the same addresses
char *hd_args_variable(char *value); // what getenv returned, likewise

#endif
