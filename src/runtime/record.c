// SPDX-License-Identifier: Apache-2.0
// The record of an execution: segments (always) and events (in full mode).
#include "runtime/rng.h"
#include "runtime/rt.h"
#include "runtime/table.h"

#include <string.h>

#define LOG_ROOM (1u << 22)

void hd_record_init(void)
{
	hd.log = hd_private_alloc(LOG_ROOM * sizeof(*hd.log));
	hd.record.schedule = (struct hd_schedule){
		.segments = hd_private_alloc(LOG_ROOM * sizeof(*hd.record.schedule.segments)),
		.room = LOG_ROOM,
		.choices = hd_private_alloc(HD_MAX_CHOICES),
		.choices_room = HD_MAX_CHOICES,
	};
}

void hd_schedule_init(struct hd_schedule *s, size_t room, size_t choices_room)
{
	*s = (struct hd_schedule){
		.segments = hd_persist_alloc(room * sizeof(*s->segments)),
		.room = room,
		.choices = hd_persist_alloc(choices_room),
		.choices_room = choices_room,
	};
}

bool hd_schedule_copy(struct hd_schedule *to, const struct hd_schedule *from)
{
	if (from->n > to->room || from->nchoices > to->choices_room) {
		return false;
	}
	memcpy(to->segments, from->segments, from->n * sizeof(*from->segments));
	memcpy(to->choices, from->choices, from->nchoices);
	to->n = from->n;
	to->nchoices = from->nchoices;
	to->eager = from->eager;
	to->reuse = from->reuse;
	to->turns = from->turns;
	to->outside = from->outside;
	return true;
}

static bool is_access(unsigned kind)
{
	return kind >= HD_EV_READ && kind <= HD_EV_ATOMIC_RMW;
}

// Of an address in the heap.
static bool is_valid(uintptr_t a, unsigned size)
{
	const struct hd_cell *first = hd_cell_of(a), *last = hd_cell_of(a + size - 1);
	unsigned in_last = (unsigned)((a + size - 1) & 7) + 1;

	return first->gen == hd.gen && last->gen == hd.gen && in_last <= last->valid &&
		(first == last || first->valid == 8);
}

bool hd_peek(uintptr_t a, unsigned size, uint64_t *value)
{
	if (size == 0 || size > 8 || a < HD_NULL_SIZE) {
		return false;
	}
	bool in_heap = a - HD_ARENA_BASE < HD_STACK_BASE - HD_ARENA_BASE;
	if (!in_heap && !(hd_mapped_surely(a) && hd_mapped_surely(a + size - 1))) {
		return hd_mapped_read(a, size, value); // the access may be about to fault, or has done so
	}
	if (in_heap && !is_valid(a, size)) {
		return false;
	}
	*value = hd_load_value((const void *)a, size);
	return true;
}

// In traces the value a write left behind is read when the fiber's next event
// comes or another fiber runs: no other fiber ran in between.
static void complete_value(void)
{
	if (hd.nlog == 0) {
		return;
	}
	struct hd_event *e = &hd.log[hd.nlog - 1];
	if (e->write && is_access(e->kind)) {
		hd_peek(e->object, e->size, &e->value);
	}
}

struct hd_event *hd_record_event(const struct hd_op *op)
{
	struct hd_fiber *f = hd.cur;

	if ((hd.single && !hd.run.trace) || hd.nlog >= LOG_ROOM) {
		return NULL;
	}
	if (hd.run.trace) {
		complete_value();
		const struct hd_moment *wanted = hd.run.capture;
		if (unlikely(wanted && f->id == wanted->fiber && f->steps == wanted->step)) {
			hd_stack_capture(&hd.captured, f->id, __builtin_frame_address(0));
		}
	}
	bool writes = op->update ? hd_op_writes(op) : op->write;
	struct hd_event *e = &hd.log[hd.nlog++];
	*e = (struct hd_event){
		.fiber = f->id,
		.kind = op->kind,
		.write = writes,
		.failed = op->update == HD_UPDATE_CAS && !writes,
		.size = op->size,
		.object = op->object,
		.second = op->second,
		.site = op->site,
		.cause = f->cause,
		.step = f->steps,
	};
	f->cause = -1;
	if (hd.run.trace) {
		if (is_access(op->kind)) {
			hd_peek(op->object, op->size, &e->value);
		}
		if (hd.run.on_event) {
			hd.run.on_event(e);
		}
	}
	return e;
}

// ---- the hash of a trace ---------------------------------------------------------------

// A trace has the same hash in every build that the code of its events is the same in: sites
// are known by their place in their function, addresses that move by the order in which they
// come up.
#define MAX_MOVING 4096 // a power of two; what comes up later is all the same

static struct hd_table_entry moving_entries[2 * MAX_MOVING];
static struct hd_table moving; // addresses

static uint64_t canonical(uint64_t value)
{
	if (!hd_mapped_moves(value)) {
		return value;
	}
	uint32_t number = hd_table_number(&moving, value);
	return ~(uint64_t)(number == HD_TABLE_NONE ? 0 : number + 1);
}

static uint64_t place_of(const struct hd_site *s)
{
	uint64_t h = s ? (uint64_t)s->block << 32 | s->index : 0;

	for (const char *c = s && s->func ? s->func->name : ""; *c; c++) {
		h = h * 0x100000001b3ull ^ (unsigned char)*c;
	}
	return h;
}

// Thread, kind, site and value of every event, in order.
uint64_t hd_record_hash(void)
{
	uint64_t h = 0x9ae16a3b2f90404full;

	if (!moving.entries) {
		hd_table_init(&moving, moving_entries, 2 * MAX_MOVING);
	}
	hd_table_clear(&moving);
	complete_value();
	for (size_t i = 0; i < hd.nlog; i++) {
		const struct hd_event *e = &hd.log[i];
		h = hd_mix(h ^ ((uint64_t)e->fiber << 56 | (uint64_t)e->kind << 48) ^ place_of(e->site));
		h = hd_mix(h ^ canonical(e->object));
		h = hd_mix(h ^ canonical(e->value));
	}
	return hd_mix(h ^ hd.nlog);
}
