// SPDX-License-Identifier: Apache-2.0
#include "target.h"

#include <errno.h>
#include <sys/mman.h>

struct hd_rt hd;
struct hd_fiber hd_fibers[HD_MAX_FIBERS];
struct hd_observer hd_observer;

// As the runtime's: zeroed, and pages come when touched.
void *hd_persist_alloc(size_t bytes)
{
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	assert_ptr_not_equal(p, MAP_FAILED);
	return p;
}

void *hd_private_alloc(size_t bytes)
{
	return hd_persist_alloc(bytes);
}

bool target_map(uintptr_t from, size_t size)
{
	uintptr_t start = from & ~4095ull, end = (from + size + 4095) & ~4095ull;
	void *p = mmap((void *)start, end - start, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);

	return p != MAP_FAILED || errno == EEXIST;
}

bool target_shadow(uintptr_t from, size_t size)
{
#if __has_feature(address_sanitizer)
	return false; // its own shadow is there
#endif
	uintptr_t first = (uintptr_t)hd_cell_of(from);
	return target_map(first, (uintptr_t)hd_cell_of(from + size - 1) + sizeof(struct hd_cell) - first);
}

bool hd_op_writes(const struct hd_op *op)
{
	return op->write;
}

bool (*hd_is_lock_helper)(uintptr_t pc);

unsigned hd_stack_locker(const struct hd_stack *s)
{
	(void)s;
	return 0;
}

// No fiber has a stack.
void hd_stack_capture(struct hd_stack *s, int fiber, const void *frame)
{
	(void)frame;
	*s = (struct hd_stack){.fiber = fiber};
}

const void *hd_fiber_saved_frame(const struct hd_fiber *f)
{
	return f;
}

void target_reset(unsigned threads)
{
	static struct hd_event log[LOG_ROOM];

	memset(&hd, 0, sizeof(hd));
	hd.log = log;
	hd.nfibers = hd.nlive = threads;
	hd.nwords = (threads + 63) / 64;
	memset(hd_fibers, 0, threads * sizeof(*hd_fibers));
	for (unsigned t = 0; t < threads; t++) {
		hd_fibers[t].id = (uint8_t)t;
		hd_fibers[t].state = HD_FIBER_LIVE;
		hd_fibers[t].op.kind = HD_EV_START;
		hd_fibers[t].cause = -1;
		hd_set_add(hd.enabled, t);
	}
}

size_t target_log(unsigned fiber, enum hd_event_kind kind, bool write, uintptr_t object, uint32_t size)
{
	assert_true(hd.nlog + 1 < LOG_ROOM);
	hd.log[hd.nlog] = (struct hd_event){.fiber = (uint8_t)fiber,
		.kind = (uint8_t)kind,
		.write = write,
		.object = object,
		.size = size,
		.cause = -1};
	return hd.nlog++;
}

size_t target_log_op(unsigned fiber)
{
	const struct hd_op *op = &hd_fibers[fiber].op;
	size_t at = target_log(fiber, op->kind, op->write, op->object, op->size);

	hd.log[at].second = op->second;
	hd.log[at].site = op->site;
	return at;
}
