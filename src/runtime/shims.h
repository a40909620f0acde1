// SPDX-License-Identifier: Apache-2.0
// What shims with state of their own offer to the rest of the runtime.
#ifndef HD_RUNTIME_SHIMS_H
#define HD_RUNTIME_SHIMS_H

#include <stdbool.h>
#include <stdint.h>

#include "abi/model.h"
#include "runtime/attributes.h"

// shim_time.c, shim_descriptor.c, shim_process.c
void hd_time_reset(void);
void hd_time_later(uint64_t ns, bool stands); // from then on it shows full seconds, or stands still
uint64_t hd_time_shown(void); // by the clock, at the least
void hd_descriptors_reset(void);
void hd_descriptors_init(void);
void hd_descriptors_restore(bool standard);
unsigned hd_descriptors_open(void); // besides the standard ones, now
extern unsigned hd_descriptors_left; // ... at the end of the last execution, if an oracle asks for it
bool hd_descriptors_poll(void);  // was a waiting fiber enabled?
void hd_descriptors_expect_unlock(void); // refuses, if a fiber waits for a file lock
void hd_process_reset(void);
void hd_process_broken_pipe(void); // SIGPIPE, as the program handles it
void hd_process_expects_alarm(void); // refuses, if one is due that would go on: it never comes
void hd_process_handle_signals(void); // those that other threads have sent to the current one
HD_NORETURN void hd_process_exit(int status, bool handlers, const struct hd_site *site);
uint64_t hd_random_next(void);

// shim_identity.c
#define HD_PID 0x7ead000 // more than any process has; that of its threads: plus their ids (shim_identity.c)

// shim_thread.c: thread identities that a program sees: no valid address, never 0
#define HD_THREAD_BASE 0x7ead0000ul

// shim_map.c
extern bool hd_maps_used; // in this execution
void hd_maps_init(void);
void hd_maps_reset(void);
bool hd_maps_allow(uintptr_t a); // an address in the region for mappings

#endif
