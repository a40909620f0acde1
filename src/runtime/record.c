// SPDX-License-Identifier: Apache-2.0
// The record of an execution: segments (always) and events (in full mode).
#include "runtime/rt.h"
#include "strategy/rng.h"


#define LOG_ROOM (1u << 22)

void hd_record_init(void)
{
	hd.log = hd_private_alloc(LOG_ROOM * sizeof(*hd.log));
	hd.segments = hd_private_alloc(LOG_ROOM * sizeof(*hd.segments));
}

static bool is_access(unsigned kind)
{
	return kind >= HD_EV_READ && kind <= HD_EV_ATOMIC_RMW;
}

bool hd_peek(uintptr_t a, unsigned size, uint64_t *value)
{
	if (size == 0 || size > 8 || a < 4096) {
		return false;
	}
	const struct hd_cell *c = hd_cell_of(a);
	if (!hd_globals_have(a) && !(c->gen == hd.gen && (a & 7) + size <= c->valid)) {
		return false;
	}
	*value = hd_load_value((const void *)a, size);
	return true;
}

// In traces the value a write left behind is read when the fiber's next event
// comes or another fiber runs: nobody else ran in between.
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

	if ((hd.single && !hd.trace) || hd.nlog >= LOG_ROOM) {
		return NULL;
	}
	if (hd.trace) {
		complete_value();
		if (unlikely(f->id == hd.capture_fiber && f->steps == hd.capture_step)) {
			hd_stack_capture(&hd.captured, f->id, __builtin_frame_address(0));
		}
	}
	bool failed = op->cas && !hd_op_writes(op);
	struct hd_event *e = &hd.log[hd.nlog++];
	*e = (struct hd_event){
	    .fiber = f->id,
	    .kind = op->kind,
	    .write = op->write && !failed,
	    .failed = failed,
	    .size = op->size,
	    .object = op->object,
	    .second = op->second,
	    .site = op->site,
	    .cause = f->cause,
	    .step = f->steps,
	};
	f->cause = -1;
	if (hd.trace && is_access(op->kind)) {
		hd_peek(op->object, op->size, &e->value);
	}
	return e;
}

// Hash of the whole trace: who did what where, with which value, in this order.
uint64_t hd_record_hash(void)
{
	uint64_t h = 0x9ae16a3b2f90404full;

	complete_value();
	for (size_t i = 0; i < hd.nlog; i++) {
		const struct hd_event *e = &hd.log[i];
		h = hd_mix(h ^ ((uint64_t)e->fiber << 56 | (uint64_t)e->kind << 48 | hd_site_id(e->site)));
		h = hd_mix(h ^ e->object);
		h = hd_mix(h ^ e->value);
	}
	return hd_mix(h ^ hd.nlog);
}
