// SPDX-License-Identifier: Apache-2.0
// Writable variables, thread-local ones too: what is put back between executions (globals.c).
#ifndef HD_RUNTIME_GLOBALS_H
#define HD_RUNTIME_GLOBALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/attributes.h"
#include "runtime/fiber.h"

void hd_globals_init(void);
void hd_globals_reset(void);
struct dl_phdr_info;
bool hd_globals_is_instrumented(const struct dl_phdr_info *info);
bool hd_globals_have(uintptr_t a); // is this address of a variable that can be written?
extern bool hd_globals_others; // are there globals that are restored only where they are touched?
HD_COLD void hd_globals_touched(uintptr_t a); // at an address's first touch, if so
void *hd_tls_of(void *os_address);
size_t hd_tls_used(void); // bytes of a fiber's copy
void hd_tls_prepare(struct hd_fiber *f);

#endif
