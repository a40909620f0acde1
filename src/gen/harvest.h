// SPDX-License-Identifier: Apache-2.0
// Values out of the code under test: the numbers and texts that a function, or others of its class, compare with.
#ifndef HD_GEN_HARVEST_H
#define HD_GEN_HARVEST_H

#include <stdbool.h>
#include <stdint.h>

#define HD_HARVEST_TEXTS 128 // of all functions

extern const char *hd_harvest_texts[HD_HARVEST_TEXTS];
extern unsigned hd_harvest_ntexts;

// Once, before any worker.
void hd_harvest_init(void);
// One of them for a parameter of the function; false: there is none.
bool hd_harvest_number(uint16_t function, uint64_t *rng, int64_t *out);
bool hd_harvest_text(uint16_t function, uint64_t *rng, unsigned *out); // in hd_harvest_texts

#endif
