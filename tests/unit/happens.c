// SPDX-License-Identifier: Apache-2.0
// Happens-before on logs made by hand, and on all interleavings of small
// random programs, compared with the definition.
#include "target.h"

#include "runtime/rng.h"
#include "schedule/happens.h"

#define X 0x10000
#define Y 0x10010
#define M 0x20000 // a mutex
#define C 0x20100 // a condition variable
#define MAX_FOUND 64

static struct hd_happens order;
static size_t found[MAX_FOUND][2];
static size_t nfound;

static void on_race(void *data, size_t earlier, size_t later)
{
	(void)data;
	assert_true(nfound < MAX_FOUND);
	found[nfound][0] = earlier;
	found[nfound++][1] = later;
}

static void compute(size_t from)
{
	nfound = 0;
	hd_happens_init(&order);
	hd_happens_compute(&order, from, on_race, NULL);
}

static bool was_found(size_t earlier, size_t later)
{
	for (size_t i = 0; i < nfound; i++) {
		if (found[i][0] == earlier && found[i][1] == later) {
			return true;
		}
	}
	return false;
}

static size_t reads(unsigned t, uintptr_t a)
{
	return target_log(t, HD_EV_READ, false, a, 4);
}

static size_t writes(unsigned t, uintptr_t a)
{
	return target_log(t, HD_EV_WRITE, true, a, 4);
}

static size_t sync_op(unsigned t, enum hd_event_kind kind, uintptr_t a)
{
	return target_log(t, kind, true, a, 0);
}

#define assert_race(a, b) assert_true(was_found(a, b))
#define assert_races(n) assert_int_equal(nfound, n)
#define assert_before(a, b) assert_true(hd_happens_before(&order, a, b))
#define assert_not_before(a, b) assert_false(hd_happens_before(&order, a, b))

// ---- memory ------------------------------------------------------------------------

static void reads_do_not_depend_on_each_other(void **state)
{
	(void)state;
	target_reset(3);
	size_t a = reads(0, X), b = reads(1, X);
	compute(0);
	assert_not_before(a, b);
	assert_races(0);
	size_t c = writes(2, X);
	compute(0);
	assert_before(a, c);
	assert_before(b, c);
	assert_not_before(a, b);
	assert_races(2);
	assert_race(a, c);
	assert_race(b, c);
}

static void only_neighbours_race(void **state)
{
	(void)state;
	target_reset(3);
	size_t a = writes(0, X), b = reads(1, X), c = writes(2, X);
	compute(0);
	assert_before(a, c);
	assert_races(2);
	assert_race(a, b);
	assert_race(b, c);
}

static void other_places_are_independent(void **state)
{
	(void)state;
	target_reset(2);
	size_t a = writes(0, X), b = writes(1, Y), c = writes(1, X + 4);
	compute(0);
	assert_not_before(a, b);
	assert_not_before(a, c);
	assert_before(b, c);
	assert_races(0);
}

// More memory than there are units: larger ones do.
static void very_large_ranges_depend_where_they_overlap(void **state)
{
	const uint32_t large = 64u << 20;

	(void)state;
	target_reset(3);
	size_t a = target_log(0, HD_EV_WRITE, true, X, large);
	size_t b = reads(1, X + large / 2), c = writes(2, X + 4ul * large);
	compute(0);
	assert_before(a, b);
	assert_race(a, b);
	assert_not_before(a, c);
	target_reset(2);
	a = writes(0, X);
	b = writes(1, X + 4);
	compute(0);
	assert_not_before(a, b); // small units again
}

static void ranges_depend_where_they_overlap(void **state)
{
	(void)state;
	target_reset(3);
	size_t a = target_log(0, HD_EV_WRITE, true, X, 64);
	size_t b = target_log(1, HD_EV_READ, false, X + 60, 8);
	size_t c = target_log(2, HD_EV_READ, false, X + 64, 8);
	compute(0);
	assert_before(a, b);
	assert_not_before(a, c);
	assert_races(1);
}

static void threads_order_themselves_create_and_join(void **state)
{
	(void)state;
	target_reset(2);
	size_t before = writes(0, X);
	target_log(0, HD_EV_CREATE, true, 1, 0);
	size_t child = writes(1, X);
	target_log(0, HD_EV_JOIN, false, 1, 0);
	size_t after = writes(0, X);
	compute(0);
	assert_before(before, child);
	assert_before(child, after);
	assert_races(0);
}

static void later_parts_can_be_computed_alone(void **state)
{
	(void)state;
	target_reset(2);
	size_t a = writes(0, X), b = writes(1, X);
	compute(0);
	assert_races(1);
	size_t c = writes(0, X);
	compute(2);
	assert_races(1);
	assert_race(b, c);
	assert_before(a, c);
}

// ---- synchronization ----------------------------------------------------------------

static void lock_races_with_lock_and_not_with_unlock(void **state)
{
	(void)state;
	target_reset(2);
	size_t a = sync_op(0, HD_EV_LOCK, M), u = sync_op(0, HD_EV_UNLOCK, M);
	size_t b = sync_op(1, HD_EV_LOCK, M);
	sync_op(1, HD_EV_UNLOCK, M);
	compute(0);
	assert_before(u, b);
	assert_races(1);
	assert_race(a, b);
}

static void failed_trylock_races_with_both(void **state)
{
	(void)state;
	target_reset(2);
	size_t a = sync_op(0, HD_EV_LOCK, M);
	size_t b = sync_op(1, HD_EV_TRYLOCK, M);
	hd.log[b].failed = true;
	size_t u = sync_op(0, HD_EV_UNLOCK, M);
	compute(0);
	assert_races(2);
	assert_race(a, b);
	assert_race(b, u);
}

static void signal_is_before_the_wake_up_it_causes(void **state)
{
	(void)state;
	target_reset(2);
	size_t l = sync_op(0, HD_EV_LOCK, M), w = sync_op(0, HD_EV_COND_WAIT, C);
	hd.log[w].second = M;
	size_t l2 = sync_op(1, HD_EV_LOCK, M), s = sync_op(1, HD_EV_COND_SIGNAL, C);
	size_t u2 = sync_op(1, HD_EV_UNLOCK, M), k = sync_op(0, HD_EV_COND_WAKE, M);
	hd.log[k].cause = (int)s;
	compute(0);
	assert_before(s, k);
	assert_before(u2, k);
	assert_race(l, l2);
	// The waker's lock came before the signal that made the wake-up possible.
	assert_false(was_found(l2, k));
	assert_false(was_found(s, k));
	hd.log[k].cause = -1; // spurious: it could have come first
	compute(0);
	assert_race(l2, k);
}

static void exit_races_with_everyones_last(void **state)
{
	(void)state;
	target_reset(3);
	writes(1, X);
	size_t a = writes(1, Y), b = reads(2, X);
	size_t e = sync_op(0, HD_EV_EXIT, 0);
	compute(0);
	assert_before(a, e);
	assert_before(b, e);
	assert_race(a, e);
	assert_race(b, e);
	assert_races(3); // and write x, read x
}

static void exit_does_not_race_with_joined_threads(void **state)
{
	(void)state;
	target_reset(2);
	writes(1, X);
	target_log(0, HD_EV_JOIN, false, 1, 0);
	sync_op(0, HD_EV_EXIT, 0);
	compute(0);
	assert_races(0);
}

static void semaphore_wait_races_with_all_it_is_not_ordered_with(void **state)
{
	(void)state;
	target_reset(3);
	size_t p = sync_op(0, HD_EV_SEM_POST, M), a = sync_op(1, HD_EV_SEM_WAIT, M);
	size_t q = sync_op(0, HD_EV_SEM_POST, M), b = sync_op(2, HD_EV_SEM_WAIT, M);
	compute(0);
	assert_before(q, b);
	assert_race(p, a);
	assert_race(a, q);
	assert_race(a, b);
	assert_race(p, b);
}

static void blocked_operations_race_too(void **state)
{
	struct hd_sync mutex = {.held = 1};

	(void)state;
	target_reset(2);
	size_t a = sync_op(0, HD_EV_LOCK, M);
	hd_fibers[1].op = (struct hd_op){.kind = HD_EV_LOCK, .write = true, .object = M};
	hd_fibers[1].wait = &mutex;
	hd_set_remove(hd.enabled, 1);
	compute(0);
	assert_races(1);
	assert_race(a, hd.nlog);
	hd_set_add(hd.enabled, 1); // it could go on: not blocked
	compute(0);
	assert_races(0);
}

// ---- all interleavings of random programs, against the definition ---------------------

#define THREADS 3
#define OPS 3
#define EVENTS (THREADS * OPS)

struct program {
	struct hd_op ops[THREADS][OPS];
};

static struct hd_op random_op(uint64_t *rng, bool aligned)
{
	static const enum hd_event_kind kinds[] = {HD_EV_READ, HD_EV_WRITE, HD_EV_ATOMIC_READ, HD_EV_SEM_POST,
		HD_EV_ATOMIC_RMW, HD_EV_YIELD};
	struct hd_op op = {.kind = (uint8_t)kinds[hd_rng_below(rng, 6)]};

	op.write = op.kind != HD_EV_READ && op.kind != HD_EV_ATOMIC_READ;
	if (op.kind == HD_EV_SEM_POST) {
		op.object = M + 0x100 * hd_rng_below(rng, 2);
		op.second = hd_rng_below(rng, 4) == 0 ? C : 0;
	} else if (op.kind != HD_EV_YIELD) {
		op.size = 1u << hd_rng_below(rng, 4);
		op.object = X + (aligned ? op.size * hd_rng_below(rng, 16 / op.size) : hd_rng_below(rng, 12));
	}
	return op;
}

// Units of four bytes that are touched.
static unsigned units(const struct hd_op *op, uintptr_t *out)
{
	unsigned n = 0;
	uintptr_t last = op->size ? op->object + op->size - 1 : op->object;

	if (op->kind == HD_EV_YIELD) {
		return 0;
	}
	for (uintptr_t u = op->object / 4; u <= last / 4; u++) {
		out[n++] = u;
	}
	if (op->second) {
		out[n++] = op->second / 4;
	}
	return n;
}

static bool dependent(const struct hd_op *a, const struct hd_op *b)
{
	uintptr_t ua[8], ub[8];
	unsigned na = units(a, ua), nb = units(b, ub);

	for (unsigned i = 0; i < na; i++) {
		for (unsigned j = 0; j < nb; j++) {
			if (ua[i] == ub[j] && (a->write || b->write)) {
				return true;
			}
		}
	}
	return false;
}

// One interleaving: ops in order, by thread and number.
struct interleaving {
	unsigned n;
	uint8_t thread[EVENTS], number[EVENTS];
};

static const struct hd_op *op_at(const struct program *p, const struct interleaving *w, unsigned i)
{
	return &p->ops[w->thread[i]][w->number[i]];
}

static bool direct(const struct program *p, const struct interleaving *w, unsigned a, unsigned b)
{
	return w->thread[a] == w->thread[b] || dependent(op_at(p, w, a), op_at(p, w, b));
}

// The order of all pairs of dependent operations: equal iff equivalent.
static uint64_t signature(const struct program *p, const struct interleaving *w)
{
	uint64_t s = 0;

	for (unsigned a = 0; a < w->n; a++) {
		for (unsigned b = a + 1; b < w->n; b++) {
			if (w->thread[a] != w->thread[b] && direct(p, w, a, b)) {
				unsigned from = (unsigned)w->thread[a] * OPS + w->number[a];
				unsigned to = (unsigned)w->thread[b] * OPS + w->number[b];
				s += hd_mix(1 + from * EVENTS + to);
			}
		}
	}
	return s;
}

static void check_clocks_and_races(const struct program *p, const struct interleaving *w)
{
	bool before[EVENTS][EVENTS] = {{false}};

	for (unsigned b = 0; b < w->n; b++) {
		before[b][b] = true;
		for (unsigned a = b; a-- > 0;) {
			for (unsigned k = a; k < b && !before[a][b]; k++) {
				before[a][b] = before[a][k] && direct(p, w, k, b);
			}
			assert_int_equal(hd_happens_before(&order, a, b), before[a][b]);
		}
	}
	for (unsigned b = 0; b < w->n; b++) {
		for (unsigned a = 0; a < b; a++) {
			bool between = false;
			for (unsigned k = a + 1; k < b; k++) {
				between |= before[a][k] && before[k][b];
			}
			bool race = w->thread[a] != w->thread[b] && before[a][b] && !between;
			assert_true(!race || was_found(a, b)); // none is missed
			assert_true(!was_found(a, b) || (w->thread[a] != w->thread[b] && direct(p, w, a, b)));
		}
	}
}

static void check_dependence(const struct program *p, const struct interleaving *w)
{
	for (unsigned a = 0; a < w->n; a++) {
		for (unsigned b = 0; b < w->n; b++) {
			bool expected = dependent(op_at(p, w, a), op_at(p, w, b));
			assert_int_equal(hd_happens_dependent(op_at(p, w, a), &hd.log[b]), expected);
			assert_int_equal(hd_happens_conflict(op_at(p, w, a), op_at(p, w, b)), expected);
		}
	}
}

// Hashes seen, by signature.
static uint64_t seen[4096][2];
static unsigned nseen;

static void check_hash(const struct program *p, const struct interleaving *w)
{
	uint64_t s = signature(p, w), h = hd_happens_hash(&order);

	for (unsigned i = 0; i < nseen; i++) {
		assert_int_equal(seen[i][0] == s, seen[i][1] == h);
		if (seen[i][0] == s) {
			return;
		}
	}
	seen[nseen][0] = s;
	seen[nseen++][1] = h;
}

static void visit(const struct program *p, const struct interleaving *w)
{
	target_reset(THREADS);
	for (unsigned i = 0; i < w->n; i++) {
		hd_fibers[w->thread[i]].op = *op_at(p, w, i);
		target_log_op(w->thread[i]);
	}
	compute(0);
	check_clocks_and_races(p, w);
	check_hash(p, w);
}

static void all_interleavings(const struct program *p, struct interleaving *w)
{
	if (w->n == EVENTS) {
		visit(p, w);
		return;
	}
	for (unsigned t = 0; t < THREADS; t++) {
		unsigned made = 0;
		for (unsigned i = 0; i < w->n; i++) {
			made += w->thread[i] == t;
		}
		if (made < OPS) {
			w->thread[w->n] = (uint8_t)t;
			w->number[w->n++] = (uint8_t)made;
			all_interleavings(p, w);
			w->n--;
		}
	}
}

static void random_programs(bool aligned, unsigned programs)
{
	uint64_t rng = 42;

	for (unsigned i = 0; i < programs; i++) {
		struct program p;
		struct interleaving w = {0};
		for (unsigned k = 0; k < EVENTS; k++) {
			p.ops[k / OPS][k % OPS] = random_op(&rng, aligned);
		}
		nseen = 0;
		all_interleavings(&p, &w);
		// The last one visited is in the log.
		for (unsigned k = 0; k < EVENTS; k++) {
			w.thread[k] = hd.log[k].fiber;
			w.number[k] = (uint8_t)(k > 0 && w.thread[k] == w.thread[k - 1] ? w.number[k - 1] + 1 : 0);
		}
		w.n = EVENTS;
		check_dependence(&p, &w);
	}
}

static void aligned_programs_are_as_defined(void **state)
{
	(void)state;
	random_programs(true, 60);
}

static void unaligned_programs_are_as_defined(void **state)
{
	(void)state;
	random_programs(false, 60);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_do_not_depend_on_each_other),
		cmocka_unit_test(only_neighbours_race),
		cmocka_unit_test(other_places_are_independent),
		cmocka_unit_test(ranges_depend_where_they_overlap),
		cmocka_unit_test(very_large_ranges_depend_where_they_overlap),
		cmocka_unit_test(threads_order_themselves_create_and_join),
		cmocka_unit_test(later_parts_can_be_computed_alone),
		cmocka_unit_test(lock_races_with_lock_and_not_with_unlock),
		cmocka_unit_test(failed_trylock_races_with_both),
		cmocka_unit_test(signal_is_before_the_wake_up_it_causes),
		cmocka_unit_test(exit_races_with_everyones_last),
		cmocka_unit_test(exit_does_not_race_with_joined_threads),
		cmocka_unit_test(semaphore_wait_races_with_all_it_is_not_ordered_with),
		cmocka_unit_test(blocked_operations_race_too),
		cmocka_unit_test(aligned_programs_are_as_defined),
		cmocka_unit_test(unaligned_programs_are_as_defined),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
