// SPDX-License-Identifier: Apache-2.0
#include "gen/sequence.h"
#include "gen/reach.h"
#include "schedule/replay.h"

#include <string.h>

// The call at hand.
static struct hd_coverage *coverage;
static hd_seq_listener *listener;
static struct hd_heap_mark before; // blocks of the call itself lie behind
static bool inside;                // the call has begun, and not ended

// ---- locks ----------------------------------------------------------------------------

#define MOST_LOCKS 64

static struct {
	uintptr_t lock;
	int depth; // times it is held
	bool taken, released, shared; // since the call began
} locks[MOST_LOCKS];
static unsigned nlocks;
static bool changed; // since the last history was made

static unsigned lock_number(uintptr_t lock)
{
	unsigned i = 0;

	while (i < nlocks && locks[i].lock != lock) {
		i++;
	}
	if (i == MOST_LOCKS) {
		coverage->complete = false;
		return 0;
	}
	if (i == nlocks) {
		memset(&locks[nlocks], 0, sizeof(*locks));
		locks[nlocks++].lock = lock;
	}
	return i;
}

static void add_order(uintptr_t held, uintptr_t taken)
{
	for (unsigned i = 0; i < coverage->norders; i++) {
		if (coverage->orders[i].held == held && coverage->orders[i].taken == taken) {
			return;
		}
	}
	if (coverage->norders == HD_SEQ_ORDERS) {
		coverage->complete = false;
		return;
	}
	coverage->orders[coverage->norders].held = held;
	coverage->orders[coverage->norders++].taken = taken;
}

static void acquire(uintptr_t lock, bool shared)
{
	unsigned i = lock_number(lock);

	for (unsigned k = 0; k < nlocks; k++) {
		if (locks[k].depth > 0 && k != i) {
			add_order(locks[k].lock, lock);
		}
	}
	locks[i].depth++;
	locks[i].taken = true;
	locks[i].shared = shared;
	changed = true;
}

// wholly: however often it is held; a recursive one is otherwise held until the last time.
static void release(uintptr_t lock, bool wholly)
{
	unsigned i = lock_number(lock);

	locks[i].depth -= locks[i].depth > 0;
	locks[i].released |= wholly || locks[i].depth == 0;
	changed = true;
}

static uint16_t current_history(void)
{
	struct hd_seq_history *h;

	if (!changed) {
		return (uint16_t)(coverage->nhistories - 1);
	}
	if (coverage->nhistories == HD_SEQ_HISTORIES) {
		coverage->complete = false;
		return HD_SEQ_HISTORIES - 1;
	}
	changed = false;
	h = &coverage->histories[coverage->nhistories++];
	h->n = 0;
	for (unsigned i = 0; i < nlocks && h->n < HD_SEQ_HELD; i++) {
		if (locks[i].taken && !locks[i].released) {
			h->held[h->n++] = (struct hd_seq_held){.lock = locks[i].lock, .shared = locks[i].shared};
		}
	}
	return (uint16_t)(coverage->nhistories - 1);
}

// ---- accesses -------------------------------------------------------------------------

static bool is_fresh(uintptr_t a)
{
	return a >= HD_LARGE_BASE ? a >= before.large_next : a >= before.small_next;
}

static bool is_shared(uintptr_t a)
{
	if (hd_test_is_room((const void *)a)) {
		return false;
	}
	return hd_heap_has((const void *)a) ? !is_fresh(a) : hd_globals_have(a) || a - HD_MAP_BASE < HD_MAP_SIZE;
}

static struct hd_seq_touch *add_touch(const struct hd_event *e, unsigned does, uint8_t near)
{
	if (coverage->ntouches == HD_SEQ_TOUCHES) {
		coverage->complete = false;
		return NULL;
	}
	struct hd_seq_touch *t = &coverage->touches[coverage->ntouches++];
	*t = (struct hd_seq_touch){
		.does = (uint8_t)does,
		.near = near,
		.history = current_history(),
		.size = e->size ? e->size : 1,
		.site = hd_site_id(e->site),
		.address = e->object,
		.block = hd_heap_block_at(e->object),
	};
	return t;
}

static bool is_pointer(const struct hd_event *e)
{
	return e->size == sizeof(void *) && (hd_heap_block_at(e->value) || hd_mapped_is_code(e->value));
}

static unsigned what_it_does(const struct hd_event *e)
{
	switch (e->kind) {
	case HD_EV_READ:
	case HD_EV_ATOMIC_READ:
		return HD_SEQ_READS | (is_pointer(e) ? HD_SEQ_POINTER : 0);
	case HD_EV_WRITE:
	case HD_EV_ATOMIC_WRITE:
		return HD_SEQ_WRITES;
	case HD_EV_ATOMIC_RMW:
		return HD_SEQ_READS | (e->failed ? 0 : HD_SEQ_WRITES);
	case HD_EV_FREE:
		return HD_SEQ_READS | HD_SEQ_WRITES | HD_SEQ_FREES;
	default:
		return 0;
	}
}

static void on_sync(const struct hd_event *e, uint8_t near)
{
	switch (e->kind) {
	case HD_EV_LOCK:
	case HD_EV_TRYLOCK:
	case HD_EV_RDLOCK:
	case HD_EV_TRYRDLOCK:
		if (!e->failed) {
			add_touch(e, HD_SEQ_ACQUIRES, near);
			acquire(e->object, e->kind == HD_EV_RDLOCK || e->kind == HD_EV_TRYRDLOCK);
		}
		break;
	case HD_EV_UNLOCK:
		add_touch(e, HD_SEQ_RELEASES, near);
		release(e->object, false);
		break;
	case HD_EV_LOCK_DESTROY:
		add_touch(e, HD_SEQ_READS | HD_SEQ_WRITES, near);
		break;
	case HD_EV_COND_WAIT:
		release(e->second, true);
		coverage->waits = true;
		break;
	default:
		coverage->waits |= e->kind >= HD_EV_COND_WAIT && e->kind <= HD_EV_FUTEX_WAKE;
		break;
	}
}

// A write's value is known when the next event comes.
static struct hd_seq_touch *written;

static void complete_write(void)
{
	uint64_t value;

	if (written && hd_peek(written->address, written->size, &value) && value == 0) {
		written->does |= HD_SEQ_ZEROES;
	}
	written = NULL;
}

static void on_event(const struct hd_event *e)
{
	if (!inside || e->fiber == 0) {
		return;
	}
	complete_write();
	uint8_t near = listener ? listener(e) : 0;
	unsigned does = what_it_does(e);
	coverage->reached |= near;
	if (does == 0) {
		on_sync(e, near);
	} else if (is_shared(e->object)) {
		struct hd_seq_touch *t = add_touch(e, does, near);
		written = e->kind == HD_EV_WRITE || e->kind == HD_EV_ATOMIC_WRITE ? t : NULL;
	}
}

// ---- the execution --------------------------------------------------------------------

// Locks that stay held are part of the state, and not in memory.
static uint64_t hash_of_held(void)
{
	uint64_t hash = 0;

	for (unsigned i = 0; i < nlocks; i++) {
		hash += locks[i].depth > 0 ? hd_mix(locks[i].lock + (unsigned)locks[i].depth) : 0;
	}
	return hash;
}

static void on_call(uint16_t function, bool starts)
{
	(void)function;
	if (starts) {
		inside = true;
		return;
	}
	complete_write();
	inside = false;
	coverage->has_state = hd_state_hash(hd_test_shared(), HD_REACH_WORDS, &coverage->state);
	coverage->state ^= hash_of_held();
}

static enum hd_verdict verdict_of(const struct hd_record *r)
{
	if (r->outcome.verdict != HD_VERDICT_NONE) {
		return r->outcome.verdict;
	}
	if (r->outcome.cut_off) {
		return HD_VERDICT_LIVELOCK;
	}
	bool failed = r->outcome.refused || r->outcome.crashed || hd_test_exited() || r->outcome.exit_status != 0;
	return failed ? HD_VERDICT_ABORT : HD_VERDICT_NONE;
}

static void begin(struct hd_coverage *out, hd_seq_listener *asked)
{
	coverage = out;
	listener = asked;
	memset(out, 0, offsetof(struct hd_coverage, histories));
	out->complete = true;
	nlocks = 0;
	changed = true;
	inside = false;
	written = NULL;
}

// The test with one thread, one thread after the other.
static enum hd_verdict execute(const struct hd_test *t, unsigned thread, unsigned calls,
	void (*listen)(const struct hd_event *e))
{
	static struct hd_test alone;
	static struct hd_replay nothing; // no schedule
	struct hd_run run = {
		.entry = hd_test_entry,
		.arg = &alone,
		.scheduler = &hd_scheduler_replay,
		.state = &nothing,
		.oracles = HD_ORACLES_SEQUENTIAL,
		.trace = true,
		.on_event = listen,
	};

	alone = *t;
	alone.nthreads = 1;
	alone.nsuffix[0] = (uint8_t)calls;
	memcpy(alone.suffix[0], t->suffix[thread], sizeof(alone.suffix[0]));
	nothing = (struct hd_replay){0};
	const struct hd_record *r = hd_execute(&run);
	hd_on_call = NULL;
	if (hd_test_on_sequential) {
		hd_test_on_sequential(r);
	}
	return verdict_of(r);
}

void hd_sequence_run(const struct hd_test *t, unsigned thread, const struct hd_seq_start *at, hd_seq_listener *asked,
	struct hd_coverage *out)
{
	begin(out, asked);
	before = at->heap;
	hd_on_call = on_call;
	out->verdict = execute(t, thread, t->nsuffix[thread], on_event);
}

// ---- the prefix alone -----------------------------------------------------------------

static struct hd_seq_start *start;

// The prefix is over when the thread is created, which makes no call.
static void on_prefix_event(const struct hd_event *e)
{
	if (e->kind == HD_EV_CREATE && e->fiber == 0 && !inside) {
		inside = true;
		start->heap = hd_heap_mark();
		start->has_state = hd_state_hash(hd_test_shared(), HD_REACH_WORDS, &start->state);
	}
}

void hd_sequence_start(const struct hd_test *t, struct hd_seq_start *out)
{
	*out = (struct hd_seq_start){0};
	start = out;
	inside = false;
	out->verdict = execute(t, 0, 0, on_prefix_event);
	if (!inside && out->verdict == HD_VERDICT_NONE) {
		out->verdict = HD_VERDICT_ABORT; // it was never over
	}
}
