// SPDX-License-Identifier: Apache-2.0
// The acceptance conditions for a pair <p, q> of actions on one lock:
//
//   AC1  of one thread: q is the next action of p on that lock.
//   AC2  otherwise: no lock guards p and p's next all the way and q as well;
//   AC3  nor guards q's previous and q all the way and p as well;
//   AC4  and q does not come before p in every schedule (thread creation).
//
// The sharper estimate (`joins`) lets joins order too and rejects pairs between
// which another action on the lock comes in every schedule.
//
// Loops repeat actions that differ in nothing the conditions look at; those are
// compared once, so that the estimate of a long execution stays cheap.
#include "strategy/tsa/thread_model.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/rt.h"
#include "strategy/rng.h"

#define ACTIONS (1u << 20)
#define SETS (1u << 16)
#define MEMBERS (1u << 20)
#define SEGMENTS (1u << 13)
#define LOCKS (1u << 17)
#define LASTS (1u << 20)
#define HELD 64 // by one thread at once; more are forgotten

struct hd_tsa_set {
	uint32_t first, n; // in members, ordered by lock
	uint64_t hash;
};

struct hd_tsa_lock {
	uintptr_t address;
	uint32_t number;
	uint32_t round;
};

struct hd_tsa_last {
	uint64_t key;
	uint32_t action; // + 1; 0: none
	uint32_t round;
};

struct hd_tsa_thread {
	struct hd_tsa_held held[HELD];
	uint32_t nheld;
	uint32_t segment;  // current
	uint32_t segments; // begun so far
};

void hd_tsa_model_init(struct hd_tsa_model *m)
{
	m->actions = hd_persist_alloc(ACTIONS * sizeof(*m->actions));
	m->sets = hd_persist_alloc(SETS * sizeof(*m->sets));
	m->members = hd_persist_alloc(MEMBERS * sizeof(*m->members));
	m->sets_by_hash = hd_persist_alloc(2 * SETS * sizeof(*m->sets_by_hash));
	m->threads = hd_persist_alloc(HD_TSA_THREADS * sizeof(*m->threads));
	m->clocks = hd_persist_alloc(SEGMENTS * sizeof(*m->clocks));
	m->thread_of = hd_persist_alloc(SEGMENTS * sizeof(*m->thread_of));
	m->index_of = hd_persist_alloc(SEGMENTS * sizeof(*m->index_of));
	m->locks = hd_persist_alloc(LOCKS * sizeof(*m->locks));
	m->last = hd_persist_alloc(LASTS * sizeof(*m->last));
	m->from = hd_persist_alloc(LOCKS * sizeof(*m->from));
	m->order = hd_persist_alloc(ACTIONS * sizeof(*m->order));
}

// ---- segments ----------------------------------------------------------------

static void begin_segment(struct hd_tsa_model *m, unsigned thread)
{
	struct hd_tsa_thread *t = &m->threads[thread];

	if (m->nsegments == SEGMENTS) {
		m->full = true; // goes on in the old one: less is excluded
		return;
	}
	uint32_t s = m->nsegments++;
	if (t->segments > 0) {
		memcpy(m->clocks[s], m->clocks[t->segment], sizeof(m->clocks[s]));
	} else {
		memset(m->clocks[s], 0, sizeof(m->clocks[s]));
	}
	m->thread_of[s] = (uint8_t)thread;
	m->index_of[s] = t->segments;
	m->clocks[s][thread] = t->segments++;
	t->segment = s;
}

void hd_tsa_model_reset(struct hd_tsa_model *m, bool joins)
{
	m->joins = joins;
	m->nactions = m->nmembers = m->nsegments = m->nlocks = 0;
	m->nsets = 1; // 0 is the empty set
	m->full = false;
	m->round++;
	m->threads[0] = (struct hd_tsa_thread){0};
	m->nthreads = 1;
	begin_segment(m, 0);
}

static struct hd_tsa_thread *thread_at(struct hd_tsa_model *m, unsigned thread)
{
	while (m->nthreads <= thread) {
		m->threads[m->nthreads++] = (struct hd_tsa_thread){0};
		begin_segment(m, m->nthreads - 1);
	}
	return &m->threads[thread];
}

static void learn_clock(struct hd_tsa_model *m, unsigned thread, unsigned from)
{
	uint32_t *into = m->clocks[m->threads[thread].segment];
	const uint32_t *clock = m->clocks[m->threads[from].segment];

	for (unsigned t = 0; t < m->nthreads; t++) {
		if (t != thread && into[t] < clock[t]) {
			into[t] = clock[t];
		}
	}
	if (into[from] < m->threads[from].segments) {
		into[from] = m->threads[from].segments;
	}
}

void hd_tsa_model_create(struct hd_tsa_model *m, unsigned thread, unsigned child)
{
	thread_at(m, thread);
	thread_at(m, child);
	learn_clock(m, child, thread);
	begin_segment(m, thread);
}

void hd_tsa_model_join(struct hd_tsa_model *m, unsigned thread, unsigned child)
{
	if (m->joins) {
		thread_at(m, child);
		thread_at(m, thread);
		begin_segment(m, thread);
		learn_clock(m, thread, child);
	}
}

// ---- sets of locks -------------------------------------------------------------

static uint64_t hash_set(const struct hd_tsa_held *held, uint32_t n)
{
	uint64_t h = n;

	for (uint32_t i = 0; i < n; i++) {
		h = hd_mix(h ^ ((uint64_t)held[i].lock << 1 | held[i].read));
	}
	return h;
}

static bool is_set(const struct hd_tsa_model *m, const struct hd_tsa_set *set, const struct hd_tsa_held *held,
                   uint32_t n)
{
	for (uint32_t i = 0; set->n == n && i < n; i++) {
		const struct hd_tsa_held *a = &m->members[set->first + i];
		if (a->lock != held[i].lock || a->read != held[i].read) {
			return false;
		}
	}
	return set->n == n;
}

static uint32_t intern(struct hd_tsa_model *m, const struct hd_tsa_held *held, uint32_t n)
{
	uint64_t hash = hash_set(held, n);
	size_t i = hash % (2 * SETS);

	if (n == 0) {
		return 0;
	}
	for (; m->sets_by_hash[i] >> 32 == m->round; i = (i + 1) % (2 * SETS)) {
		uint32_t s = (uint32_t)m->sets_by_hash[i];
		if (m->sets[s].hash == hash && is_set(m, &m->sets[s], held, n)) {
			return s;
		}
	}
	if (m->nsets == SETS || m->nmembers + n > MEMBERS) {
		m->full = true;
		return 0;
	}
	m->sets[m->nsets] = (struct hd_tsa_set){.first = m->nmembers, .n = n, .hash = hash};
	memcpy(&m->members[m->nmembers], held, n * sizeof(*held));
	m->nmembers += n;
	m->sets_by_hash[i] = (uint64_t)m->round << 32 | m->nsets;
	return m->nsets++;
}

// Is there a lock in both that not both hold for reading?
static bool exclude(const struct hd_tsa_model *m, uint32_t a, uint32_t b)
{
	const struct hd_tsa_set *x = &m->sets[a], *y = &m->sets[b];

	if (a == 0 || b == 0) {
		return false;
	}
	for (uint32_t i = 0; i < x->n; i++) {
		for (uint32_t k = 0; k < y->n; k++) {
			const struct hd_tsa_held *p = &m->members[x->first + i], *q = &m->members[y->first + k];
			if (p->lock == q->lock && !(p->read && q->read)) {
				return true;
			}
		}
	}
	return false;
}

// ---- recording ---------------------------------------------------------------------

static uint32_t lock_number(struct hd_tsa_model *m, uintptr_t lock)
{
	size_t i = hd_mix(lock) % LOCKS;

	while (m->locks[i].round == m->round && m->locks[i].address != lock) {
		i = (i + 1) % LOCKS;
	}
	if (m->locks[i].round != m->round) {
		if (m->nlocks == LOCKS / 2) {
			m->full = true;
			return HD_TSA_NONE;
		}
		m->locks[i] = (struct hd_tsa_lock){.address = lock, .number = m->nlocks++, .round = m->round};
	}
	return m->locks[i].number;
}

// The thread's last action on the lock, + 1.
static uint32_t *last_of(struct hd_tsa_model *m, unsigned thread, uint32_t lock)
{
	uint64_t key = (uint64_t)lock << 8 | thread;
	size_t i = hd_mix(key + 1) % LASTS;

	while (m->last[i].round == m->round && m->last[i].key != key) {
		i = (i + 1) % LASTS;
	}
	if (m->last[i].round != m->round) {
		m->last[i] = (struct hd_tsa_last){.key = key, .round = m->round};
	}
	return &m->last[i].action;
}

// Held locks that were held before action `since` already.
static uint32_t held_since(struct hd_tsa_model *m, const struct hd_tsa_thread *t, uint32_t since)
{
	struct hd_tsa_held kept[HELD];
	uint32_t n = 0;

	for (uint32_t i = 0; i < t->nheld; i++) {
		if (t->held[i].since < since) {
			kept[n++] = t->held[i];
		}
	}
	return intern(m, kept, n);
}

static void hold(struct hd_tsa_thread *t, struct hd_tsa_held lock)
{
	uint32_t i = t->nheld;

	if (i == HELD) {
		return;
	}
	for (; i > 0 && t->held[i - 1].lock > lock.lock; i--) { // kept in order
		t->held[i] = t->held[i - 1];
	}
	t->held[i] = lock;
	t->nheld++;
}

void hd_tsa_model_lock(struct hd_tsa_model *m, unsigned thread, uintptr_t lock, uint16_t place, bool read)
{
	struct hd_tsa_thread *t = thread_at(m, thread);
	uint32_t number = lock_number(m, lock);

	if (m->nactions >= ACTIONS / 2 || number == HD_TSA_NONE) {
		m->full = true;
		return;
	}
	uint32_t i = m->nactions++;
	uint32_t *last = last_of(m, thread, number);
	struct hd_tsa_action *p = &m->actions[i];
	*p = (struct hd_tsa_action){
	    .lock = number,
	    .segment = t->segment,
	    .held = intern(m, t->held, t->nheld),
	    .next = HD_TSA_NONE,
	    .prev = *last ? *last - 1 : HD_TSA_NONE,
	    .place = place,
	    .thread = (uint8_t)thread,
	    .read = read,
	};
	if (p->prev != HD_TSA_NONE) {
		p->before = held_since(m, t, p->prev);
		m->actions[p->prev].after = p->before;
		m->actions[p->prev].next = i;
	}
	*last = i + 1;
	hold(t, (struct hd_tsa_held){.lock = number, .since = i, .read = read});
}

void hd_tsa_model_unlock(struct hd_tsa_model *m, unsigned thread, uintptr_t lock)
{
	struct hd_tsa_thread *t = thread_at(m, thread);
	uint32_t number = lock_number(m, lock);

	for (uint32_t i = 0; i < t->nheld; i++) {
		if (t->held[i].lock == number) {
			memmove(&t->held[i], &t->held[i + 1], (--t->nheld - i) * sizeof(*t->held));
			return;
		}
	}
}

// ---- estimating -----------------------------------------------------------------------

// Is every action of segment a over before segment b begins, in every schedule?
static bool precedes(const struct hd_tsa_model *m, uint32_t a, uint32_t b)
{
	return m->clocks[b][m->thread_of[a]] > m->index_of[a];
}

// Does some action on the lock of p and q, of a third thread, always come
// between? `others`: all actions on that lock, without repetition.
static bool has_between(const struct hd_tsa_model *m, const struct hd_tsa_action *p, const struct hd_tsa_action *q,
                        const uint32_t *others, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct hd_tsa_action *r = &m->actions[others[i]];
		if (r->thread != p->thread && r->thread != q->thread && precedes(m, p->segment, r->segment) &&
		    precedes(m, r->segment, q->segment)) {
			return true;
		}
	}
	return false;
}

static bool is_ordered(const struct hd_tsa_model *m, const struct hd_tsa_action *p, const struct hd_tsa_action *q)
{
	if (!m->joins || p->thread == q->thread) {
		return false;
	}
	return (p->next != HD_TSA_NONE && precedes(m, m->actions[p->next].segment, q->segment)) ||
	       (q->prev != HD_TSA_NONE && precedes(m, p->segment, m->actions[q->prev].segment));
}

bool hd_tsa_model_accepts(const struct hd_tsa_model *m, uint32_t a, uint32_t b)
{
	const struct hd_tsa_action *p = &m->actions[a], *q = &m->actions[b];

	if (p->lock != q->lock) {
		return false;
	}
	if (p->thread == q->thread) {
		return p->next == b; // AC1
	}
	return !exclude(m, p->after, q->held) &&   // AC2
	       !exclude(m, p->held, q->before) &&  // AC3
	       !precedes(m, q->segment, p->segment) && // AC4
	       !is_ordered(m, p, q);
}

static int compare(uint32_t x, uint32_t y)
{
	return (x > y) - (x < y);
}

static const struct hd_tsa_model *ordering; // for by_kind: qsort takes no context

static uint32_t segment_of(const struct hd_tsa_model *m, uint32_t action)
{
	return action == HD_TSA_NONE ? HD_TSA_NONE : m->actions[action].segment;
}

// By lock; actions that are alike in all the conditions look at compare as equal.
static int by_kind(const void *a, const void *b)
{
	const struct hd_tsa_model *m = ordering;
	const struct hd_tsa_action *p = &m->actions[*(const uint32_t *)a], *q = &m->actions[*(const uint32_t *)b];
	int c;

	if ((c = compare(p->lock, q->lock)) || (c = compare(p->thread, q->thread)) ||
	    (c = compare(p->segment, q->segment)) || (c = compare(p->place, q->place)) ||
	    (c = compare(p->held, q->held)) || (c = compare(p->after, q->after)) || (c = compare(p->before, q->before)) ||
	    (c = compare(segment_of(m, p->next), segment_of(m, q->next)))) {
		return c;
	}
	return compare(segment_of(m, p->prev), segment_of(m, q->prev));
}

static uint32_t distinct(struct hd_tsa_model *m)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < m->nactions; i++) {
		m->order[i] = i;
	}
	ordering = m;
	qsort(m->order, m->nactions, sizeof(*m->order), by_kind);
	for (uint32_t i = 0; i < m->nactions; i++) {
		if (n == 0 || by_kind(&m->order[n - 1], &m->order[i]) != 0) {
			m->order[n++] = m->order[i];
		}
	}
	return n;
}

static void accept(const struct hd_tsa_model *m, struct hd_sync_pairs *pairs, uint16_t a, uint16_t b)
{
	if (m->late) {
		hd_sync_pairs_learn(pairs, a, b);
	} else {
		hd_sync_pairs_estimate(pairs, a, b);
	}
}

static void estimate_lock(const struct hd_tsa_model *m, const uint32_t *actions, size_t n,
                          struct hd_sync_pairs *pairs)
{
	for (size_t i = 0; i < n; i++) {
		const struct hd_tsa_action *p = &m->actions[actions[i]];
		for (size_t k = 0; k < n; k++) {
			const struct hd_tsa_action *q = &m->actions[actions[k]];
			if (p->thread == q->thread || p->place == HD_SYNC_NOWHERE || q->place == HD_SYNC_NOWHERE ||
			    hd_sync_pairs_has(m->late ? pairs->known : pairs->estimated, p->place, q->place)) {
				continue;
			}
			if (hd_tsa_model_accepts(m, actions[i], actions[k]) &&
			    !(m->joins && has_between(m, p, q, actions, n))) {
				accept(m, pairs, p->place, q->place);
			}
		}
	}
}

// AC1, for every action there was: which one is next is no part of its kind.
static void estimate_within(const struct hd_tsa_model *m, struct hd_sync_pairs *pairs)
{
	for (uint32_t i = 0; i < m->nactions; i++) {
		const struct hd_tsa_action *p = &m->actions[i];
		if (p->next == HD_TSA_NONE) {
			continue;
		}
		const struct hd_tsa_action *q = &m->actions[p->next];
		uint32_t from = m->from[p->lock], n = m->from[p->lock + 1] - from;
		if (p->segment == q->segment || !m->joins || !has_between(m, p, q, m->order + from, n)) {
			accept(m, pairs, p->place, q->place);
		}
	}
}

void hd_tsa_model_estimate(struct hd_tsa_model *m, struct hd_sync_pairs *pairs, bool late)
{
	uint32_t n = distinct(m), i = 0;

	m->late = late;
	for (uint32_t lock = 0; lock < m->nlocks; lock++) {
		m->from[lock] = i;
		while (i < n && m->actions[m->order[i]].lock == lock) {
			i++;
		}
		estimate_lock(m, m->order + m->from[lock], i - m->from[lock], pairs);
	}
	m->from[m->nlocks] = n;
	estimate_within(m, pairs);
}
