// SPDX-License-Identifier: Apache-2.0
#include "schedule/happens.h"
#include "runtime/rng.h"

#include <string.h>

#define MAX_EVENTS (1u << 18)
#define UNITS (1u << 15) // of memory, per execution
#define SMALLEST_UNIT 2  // a power of two: four bytes
#define NONE UINT32_MAX
#define MAX_RACES 512 // of one event; more are left to other executions

// The last accesses of a unit of memory, or of a synchronization object.
struct unit {
	uint32_t last_write;
	uint32_t last_acquire; // mutexes: the event that took it last
	uint64_t readers; // threads that read since
	uint32_t last_read[HD_HAPPENS_THREADS];
};

void hd_happens_init(struct hd_happens *h)
{
	if (!h->clocks) {
		h->clocks = hd_persist_alloc((size_t)MAX_EVENTS * HD_HAPPENS_THREADS * sizeof(*h->clocks));
		h->units = hd_persist_alloc((UNITS + 1) * sizeof(*h->units));
		hd_table_init(&h->keys, hd_persist_alloc(2 * UNITS * sizeof(*h->keys.entries)), 2 * UNITS);
	}
}

// If there are too many, it is one that nothing has touched: the walk is made again then.
static struct unit *unit_of(struct hd_happens *h, uintptr_t key)
{
	uint32_t known = h->keys.n, number = hd_table_number(&h->keys, key);

	if (number == HD_TABLE_NONE) {
		h->full = true;
		number = UNITS;
	}
	struct unit *u = &h->units[number];
	if (number >= known) {
		u->last_write = u->last_acquire = NONE;
		u->readers = 0;
	}
	return u;
}

// ---- what depends on what --------------------------------------------------------

static bool has_object(unsigned kind)
{
	return kind != HD_EV_CREATE && kind != HD_EV_JOIN && kind != HD_EV_START && kind != HD_EV_YIELD &&
		kind != HD_EV_SLEEP && kind != HD_EV_LOOP && kind != HD_EV_EXIT && kind != HD_EV_NONE &&
		kind != HD_EV_BARRIER_LEAVE && kind != HD_EV_FUTEX_LEAVE && kind != HD_EV_SIGNAL;
}

static bool is_memory(unsigned kind)
{
	return (kind >= HD_EV_READ && kind <= HD_EV_ATOMIC_RMW) || kind == HD_EV_FREE;
}

// Do two ranges have a unit of memory in common?
static bool overlap(uintptr_t a, uint32_t na, uintptr_t b, uint32_t nb)
{
	uintptr_t last_a = a + (na ? na - 1 : 0), last_b = b + (nb ? nb - 1 : 0);

	return a / 4 <= last_b / 4 && b / 4 <= last_a / 4;
}

static bool touch(uintptr_t a, uint32_t na, uintptr_t a2, uintptr_t b, uint32_t nb, uintptr_t b2)
{
	return overlap(a, na, b, nb) || (a2 && overlap(a2, 1, b, nb)) || (b2 && overlap(a, na, b2, 1)) ||
		(a2 && b2 && overlap(a2, 1, b2, 1));
}

// A signal has its target do something else than stands there.
static bool concerns_all(unsigned kind)
{
	return kind == HD_EV_EXIT || kind == HD_EV_SIGNAL;
}

bool hd_happens_dependent(const struct hd_op *op, const struct hd_event *e)
{
	if (concerns_all(op->kind) || concerns_all(e->kind)) {
		return true;
	}
	return has_object(op->kind) && has_object(e->kind) && (e->write || hd_op_writes(op)) &&
		touch(op->object, op->size, op->second, e->object, e->size, e->second);
}

bool hd_happens_conflict(const struct hd_op *a, const struct hd_op *b)
{
	return has_object(a->kind) && has_object(b->kind) && (a->write || b->write) &&
		touch(a->object, a->size, a->second, b->object, b->size, b->second);
}

// ---- clocks ------------------------------------------------------------------------

// What compute() keeps while it walks along the log.
struct walk {
	struct hd_happens *h;
	size_t i;          // current event
	bool fresh;        // its clock must be computed and its races reported
	uint32_t *clock;   // its clock
	uint32_t before[HD_HAPPENS_THREADS]; // its clock without the edges of objects
	hd_race_fn *race;
	void *data;
	// Reported when the clock is complete: the answer depends on all of it.
	uint32_t races[MAX_RACES];
	size_t nraces;
};

static void note_race(struct walk *w, uint32_t earlier)
{
	if (w->nraces < MAX_RACES) {
		w->races[w->nraces++] = earlier;
	}
}

static void join(const struct hd_happens *h, uint32_t *into, const uint32_t *from)
{
	for (unsigned t = 0; t < h->stride; t++) {
		if (into[t] < from[t]) {
			into[t] = from[t];
		}
	}
}

static bool knows(const struct walk *w, const uint32_t *clock, size_t j)
{
	unsigned t = hd.log[j].fiber;
	return clock[t] >= hd_happens_clock(w->h, j)[t];
}

// Event j conflicts with the current one: an edge, and a race if it is new.
static void edge(struct walk *w, uint32_t j, bool reversible)
{
	if (j == NONE || j >= w->i || knows(w, w->clock, j)) {
		return;
	}
	if (reversible) {
		note_race(w, j);
	}
	join(w->h, w->clock, hd_happens_clock(w->h, j));
}

// Reads since the last write, latest first, then that write.
static void edges_of_write(struct walk *w, const struct unit *u)
{
	uint64_t left = u->readers;

	while (left) {
		uint32_t latest = 0;
		unsigned who = 0;
		for (uint64_t set = left; set; set &= set - 1) {
			unsigned t = (unsigned)__builtin_ctzll(set);
			if (u->last_read[t] >= latest) {
				latest = u->last_read[t];
				who = t;
			}
		}
		left &= ~(1ull << who);
		edge(w, latest, true);
	}
	edge(w, u->last_write, true);
}

static bool takes_mutex(const struct hd_event *e)
{
	return (e->kind == HD_EV_LOCK || e->kind == HD_EV_COND_WAKE || e->kind == HD_EV_TRYLOCK) && !e->failed;
}

// Operations that wait until another lets them go on: reversing them with what
// let them is impossible, reversing them with what came before that may not be.
static bool blocks(unsigned kind)
{
	return kind == HD_EV_RDLOCK || kind == HD_EV_SEM_WAIT || kind == HD_EV_ONCE || kind == HD_EV_BARRIER ||
		kind == HD_EV_FD_WAIT;
}

static bool touches_key(const struct walk *w, const struct hd_event *e, uintptr_t key)
{
	return has_object(e->kind) && (e->object >> w->h->shift == key || e->second >> w->h->shift == key);
}

// All earlier operations of others on the object that are not ordered otherwise.
static void races_of_blocking(struct walk *w, uintptr_t key)
{
	for (size_t j = w->i; j-- > 0;) {
		if (hd.log[j].fiber != hd.log[w->i].fiber && touches_key(w, &hd.log[j], key) &&
			!knows(w, w->before, j)) {
			note_race(w, (uint32_t)j);
		}
	}
}

static void visit_unit(struct walk *w, uintptr_t key, bool write)
{
	const struct hd_event *e = &hd.log[w->i];
	struct unit *u = unit_of(w->h, key);

	if (w->fresh) {
		if (e->kind == HD_EV_LOCK || e->kind == HD_EV_COND_WAKE) {
			// The holder before had to release it first; what can be reversed is
			// who takes it.
			if (u->last_acquire != NONE && !knows(w, w->before, u->last_acquire)) {
				note_race(w, u->last_acquire);
			}
			edge(w, u->last_write, false);
		} else if (blocks(e->kind)) {
			races_of_blocking(w, key);
			edge(w, u->last_write, false);
		} else if (write) {
			edges_of_write(w, u);
		} else {
			edge(w, u->last_write, true);
		}
	}
	if (write) {
		u->last_write = (uint32_t)w->i;
		u->readers = 0;
		if (takes_mutex(e)) {
			u->last_acquire = (uint32_t)w->i;
		}
	} else {
		u->last_read[e->fiber] = (uint32_t)w->i;
		u->readers |= 1ull << e->fiber;
	}
}

static void visit_objects(struct walk *w)
{
	const struct hd_event *e = &hd.log[w->i];
	unsigned shift = w->h->shift;
	uintptr_t first = e->object >> shift;
	uintptr_t last = is_memory(e->kind) && e->size ? (e->object + e->size - 1) >> shift : first;

	if (!has_object(e->kind)) {
		return;
	}
	for (uintptr_t key = first; key <= last && !w->h->full; key++) {
		visit_unit(w, key, e->write);
	}
	if (e->second) {
		visit_unit(w, e->second >> shift, e->write);
	}
}

// The end of the program and signals depend on everything.
static void visit_all(struct walk *w, const uint32_t *last)
{
	for (unsigned t = 0; t < hd.nfibers; t++) {
		edge(w, last[t], true);
	}
}

// Edges that no schedule can reverse.
static void inherit(struct walk *w, const uint32_t *last, const uint32_t *creator)
{
	const struct hd_event *e = &hd.log[w->i];
	uint32_t own = last[e->fiber];

	memset(w->clock, 0, w->h->stride * sizeof(*w->clock));
	if (own != NONE) {
		join(w->h, w->clock, hd_happens_clock(w->h, own));
	} else if (creator[e->fiber] != NONE) {
		join(w->h, w->clock, hd_happens_clock(w->h, creator[e->fiber]));
	}
	if (e->kind == HD_EV_JOIN && last[e->object] != NONE) {
		join(w->h, w->clock, hd_happens_clock(w->h, last[e->object]));
	}
	if (e->cause >= 0 && (size_t)e->cause < w->i) {
		join(w->h, w->clock, hd_happens_clock(w->h, (size_t)e->cause));
	}
	memcpy(w->before, w->clock, w->h->stride * sizeof(*w->clock));
}

static void report_races(struct walk *w)
{
	for (size_t r = 0; r < w->nraces; r++) {
		w->race(w->data, w->races[r], w->i);
	}
	w->nraces = 0;
}

// A thread that is blocked for good never makes its last operation, but had it
// come earlier it might have: the races of that operation count too. It is
// looked at as if it were one more event.
static void visit_blocked(struct walk *w, const uint32_t *last, const uint32_t *creator)
{
	if (hd.nlog >= MAX_EVENTS) {
		return;
	}
	w->i = hd.nlog;
	w->fresh = true;
	w->clock = w->h->clocks + w->i * w->h->stride;
	for (unsigned t = 0; t < hd.nfibers; t++) {
		const struct hd_fiber *f = &hd_fibers[t];
		bool waits = f->op.kind == HD_EV_LOCK || blocks(f->op.kind);
		if (f->state != HD_FIBER_LIVE || !waits || !f->wait || hd_set_has(hd.enabled, t)) {
			continue;
		}
		hd.log[w->i] = (struct hd_event){.fiber = (uint8_t)t,
			.kind = f->op.kind,
			.write = true,
			.object = f->op.object,
			.cause = -1};
		inherit(w, last, creator);
		uintptr_t key = f->op.object >> w->h->shift;
		const struct unit *u = unit_of(w->h, key);
		if (blocks(f->op.kind)) {
			races_of_blocking(w, key);
		} else if (u->last_acquire != NONE && !knows(w, w->before, u->last_acquire)) {
			note_race(w, u->last_acquire);
		}
		w->clock[t]++;
		report_races(w);
	}
}

static void walk_along(struct hd_happens *h, size_t from, hd_race_fn *race, void *data)
{
	uint32_t last[HD_HAPPENS_THREADS], creator[HD_HAPPENS_THREADS], made[HD_HAPPENS_THREADS];
	struct walk w; // its arrays stay as they are: clearing them would cost more than the walk
	unsigned stride = (hd.nfibers + 3) & ~3u;

	if (stride != h->stride) {
		h->stride = stride;
		from = 0;
	}
	hd_table_clear(&h->keys);
	h->full = false;
	w.h = h;
	w.race = race;
	w.data = data;
	w.nraces = 0;
	size_t threads = hd.nfibers < HD_HAPPENS_THREADS ? hd.nfibers : HD_HAPPENS_THREADS;
	memset(last, 0xff, threads * sizeof(*last));
	memset(creator, 0xff, threads * sizeof(*creator));
	memset(made, 0, threads * sizeof(*made));
	uint32_t signal = NONE; // the last one
	for (size_t i = 0; i < hd.nlog && i < MAX_EVENTS && !h->full; i++) {
		const struct hd_event *e = &hd.log[i];
		w.i = i;
		w.fresh = i >= from;
		w.clock = h->clocks + i * h->stride;
		if (w.fresh) {
			inherit(&w, last, creator);
		}
		visit_objects(&w);
		if (w.fresh && concerns_all(e->kind)) {
			visit_all(&w, last);
		} else if (w.fresh) {
			edge(&w, signal, true);
		}
		if (e->kind == HD_EV_SIGNAL) {
			signal = (uint32_t)i;
		}
		if (e->kind == HD_EV_CREATE) {
			creator[e->object] = (uint32_t)i;
		}
		made[e->fiber]++;
		w.clock[e->fiber] = made[e->fiber];
		last[e->fiber] = (uint32_t)i;
		report_races(&w);
	}
	visit_blocked(&w, last, creator);
}

// Larger units find more dependent than is. A search that believes so does more
// than it must, and leaves nothing out.
void hd_happens_compute(struct hd_happens *h, size_t from, hd_race_fn *race, void *data)
{
	if (from == 0) {
		h->shift = SMALLEST_UNIT;
	}
	walk_along(h, from, race, data);
	while (h->full) {
		h->shift++;
		walk_along(h, 0, race, data);
	}
}

uint64_t hd_happens_hash(const struct hd_happens *h)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < hd.nlog && i < MAX_EVENTS; i++) {
		const struct hd_event *e = &hd.log[i];
		uint64_t x = hd_mix(
			(uint64_t)e->fiber << 32 | (uint64_t)e->kind << 16 | (uint64_t)e->choice << 8 | e->failed);
		const uint32_t *clock = hd_happens_clock(h, i);
		for (unsigned t = 0; t < hd.nfibers; t++) {
			x = hd_mix(x * 31 + clock[t]);
		}
		sum += x;
	}
	return hd_mix(sum ^ hd.nlog);
}
