// SPDX-License-Identifier: Apache-2.0
// The record of an execution: its segments always, its events in full mode.
#ifndef HD_RUNTIME_RECORD_H
#define HD_RUNTIME_RECORD_H

#include "runtime/current.h"

struct hd_event {
	uint8_t fiber;
	uint8_t kind;
	uint8_t write;
	uint8_t nchoices; // alternatives of a choice made in this event, 0: none
	uint8_t choice;
	uint8_t failed; // try operations and compare-exchanges that failed
	uint16_t pad;
	uint32_t size;
	int32_t cause; // index of the event that made this one possible, -1: none
	uintptr_t object, second;
	const struct hd_site *site;
	uint64_t value; // read before or written by the event (traces only)
	uint64_t step;  // own step of the fiber
};

void hd_record_init(void);
struct hd_event *hd_record_event(const struct hd_op *op); // appends to the log, NULL if it is not kept
uint64_t hd_record_hash(void);
static inline void hd_record_switch(const struct hd_fiber *from)
{
	struct hd_schedule *s = &hd.record.schedule;
	s->segments[s->n++] = (struct hd_segment){.fiber = from->id, .upto = from->steps};
}

// The value at an address if it is certain that it can be read.
bool hd_peek(uintptr_t a, unsigned size, uint64_t *value);

static inline uint64_t hd_load_value(const void *p, unsigned size)
{
	uint64_t v = 0;
	__builtin_memcpy(&v, p, size < 8 ? size : 8);
	return v;
}

#endif
