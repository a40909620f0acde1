// SPDX-License-Identifier: Apache-2.0
#include "metric/map/goals.h"

#include "runtime/rng.h"

#include <string.h>

#define LABELS 256
#define LOCKS 4
#define NOTHING_LEFT 4096 // sets of labels remembered
#define DOUBLES_WORK 300 // labels looked at for patterns of two variables, beginning at a random one, unless all count
#define TRIED_BITS 12
#define TRIED_BITS_ALL 20

// A lock held, and which of its critical sections.
struct held {
	uintptr_t lock;
	uint32_t section;
};

struct label {
	struct hd_map_access what;
	uint32_t first, last; // when it came
	uint32_t first_step, last_step; // own steps of its thread then
	struct held at_first[LOCKS], at_last[LOCKS]; // locks held then
	struct held always[LOCKS]; // held whenever it came; sections do not matter
	struct label *first_here, *next_here; // labels of its place, as they came
};

struct prediction {
	struct label labels[LABELS];
	uint64_t keys[LABELS]; // of the labels; close together, because they are searched for each access
	unsigned n;
	struct held held[HD_MAX_FIBERS][LOCKS]; // by thread, while reading the trace
	uint32_t sections[HD_MAX_FIBERS]; // each thread's own, so far
	struct hd_map_goals *goals;
	uint64_t *rng;
	unsigned work;
	uint64_t possible; // uncovered patterns met, whether they are goals or not
};

struct hd_map_targets hd_map_targets;

// ---- reading the trace ------------------------------------------------------------------

static void lock(struct prediction *p, const struct hd_map_event *e)
{
	struct held *held = p->held[e->access.thread];

	for (unsigned i = 0; i < LOCKS; i++) {
		if (e->kind == HD_MAP_UNLOCK && held[i].lock == e->access.address) {
			held[i] = (struct held){0};
			return;
		}
		if (e->kind == HD_MAP_LOCK && held[i].lock == 0) {
			held[i] = (struct held){.lock = e->access.address, .section = ++p->sections[e->access.thread]};
			return;
		}
	}
}

static const struct held *find(const struct held *locks, uintptr_t lock)
{
	for (unsigned i = 0; i < LOCKS; i++) {
		if (locks[i].lock == lock) {
			return &locks[i];
		}
	}
	return NULL;
}

static void keep_common(struct held *always, const struct held *now)
{
	for (unsigned i = 0; i < LOCKS; i++) {
		if (always[i].lock && !find(now, always[i].lock)) {
			always[i] = (struct held){0};
		}
	}
}

static bool same_place(const struct label *i, const struct label *j)
{
	return i->what.address == j->what.address && i->what.var == j->what.var;
}

static void add_to_place(struct prediction *p, struct label *l)
{
	struct label *last = NULL;

	for (struct label *other = p->labels; other < l; other++) {
		if (same_place(other, l)) {
			last = other;
		}
	}
	l->first_here = last ? last->first_here : l;
	if (last) {
		last->next_here = l;
	}
}

static void add_access(struct prediction *p, const struct hd_map_access *a, uint32_t time)
{
	const struct held *held = p->held[a->thread];
	uint64_t key = a->address ^ (uint64_t)a->site << 40 ^ (uint64_t)a->thread << 32;
	unsigned i = 0;

	while (i < p->n &&
		!(p->keys[i] == key && p->labels[i].what.site == a->site && p->labels[i].what.address == a->address &&
			p->labels[i].what.thread == a->thread && p->labels[i].what.write == a->write)) {
		i++;
	}
	if (i == LABELS) {
		return;
	}
	struct label *l = &p->labels[i];
	if (i == p->n) {
		p->keys[p->n++] = key;
		*l = (struct label){.what = *a, .first = time, .first_step = a->step};
		memcpy(l->at_first, held, sizeof(l->at_first));
		memcpy(l->always, held, sizeof(l->always));
		add_to_place(p, l);
	}
	l->last = time;
	l->last_step = a->step;
	memcpy(l->at_last, held, sizeof(l->at_last));
	keep_common(l->always, held);
}

static void read_trace(struct prediction *p)
{
	p->n = 0;
	memset(p->sections, 0, hd.nfibers * sizeof(*p->sections));
	memset(p->held, 0, hd.nfibers * sizeof(*p->held));
	for (unsigned i = 0; i < hd_map_trace.n; i++) {
		const struct hd_map_event *e = &hd_map_trace.events[i];
		if (e->kind == HD_MAP_ACCESS) {
			add_access(p, &e->access, i + 1);
		} else {
			lock(p, e);
		}
	}
}

// ---- what could be -----------------------------------------------------------------------

// Can i come before k, both of one thread, with others between? Not if both are one execution of an instruction.
static bool in_order(const struct label *i, const struct label *k)
{
	bool one = i->what.site == k->what.site && i->what.write != k->what.write && i->first_step == k->last_step;

	return i->first < k->last && !one;
}

// Does a lock keep `between` from coming between i and k of another thread?
static bool locked_out(const struct label *i, const struct label *k, const struct label *between)
{
	for (unsigned n = 0; n < LOCKS; n++) {
		const struct held *h = &i->at_first[n], *later = h->lock ? find(k->at_last, h->lock) : NULL;
		if (later && later->section == h->section && find(between->always, h->lock)) {
			return true;
		}
	}
	return false;
}

// Some step, because of the steps of the other thread before and after it.
static bool is_locked_out(const struct hd_map_type *t, const struct label *const *steps)
{
	for (unsigned to = 2; to < t->nsteps; to++) {
		for (unsigned from = 0; from + 1 < to; from++) {
			for (unsigned i = from + 1; i < to; i++) {
				if (t->steps[from].thread == t->steps[to].thread &&
					t->steps[i].thread != t->steps[to].thread &&
					locked_out(steps[from], steps[to], steps[i])) {
					return true;
				}
			}
		}
	}
	return false;
}

static uint64_t key_in_test(const struct hd_map_goals *g, uint64_t key)
{
	return hd_mix(key + g->test) | 1;
}

static void add_goal(struct prediction *p, unsigned type, const struct label *const *steps)
{
	struct hd_map_goals *g = p->goals;
	const struct hd_map_type *t = &hd_map_types[type];
	struct hd_map_goal goal = {.pattern.type = (uint8_t)type};

	for (unsigned i = 0; i < t->nsteps && steps[i]; i++) {
		goal.pattern.sites[i] = steps[i]->what.site;
		goal.threads[t->steps[i].thread] = steps[i]->what.thread;
		goal.steps[i] = steps[i]->last_step;
	}
	uint64_t key = hd_map_key(hd_map_class, &goal.pattern);
	if (hd_map_set_has(&hd_map()->covered, key)) {
		return;
	}
	if (is_locked_out(t, steps)) {
		hd_map()->pruned++;
		return;
	}
	p->possible++;
	if (hd_map_set_has(&g->tried, key_in_test(g, key))) {
		return;
	}
	g->seen++;
	if (g->n < HD_MAP_GOALS) {
		g->list[g->n++] = goal;
		return;
	}
	uint64_t k = hd_rng(p->rng) % g->seen; // a random sample of all
	if (k < HD_MAP_GOALS) {
		g->list[k] = goal;
	}
}

static void predict_three(struct prediction *p, const struct label *i, const struct label *j)
{
	for (const struct label *k = i->first_here; k; k = k->next_here) {
		if (k->what.thread == i->what.thread && in_order(i, k)) {
			bool writes[] = {i->what.write, j->what.write, k->what.write};
			unsigned type = hd_map_type_of(3, writes);
			if (type) {
				add_goal(p, type, (const struct label *const[HD_MAP_STEPS]){i, j, k});
			}
		}
	}
}

static void predict_singles(struct prediction *p)
{
	for (const struct label *i = p->labels; i < p->labels + p->n; i++) {
		for (const struct label *j = i->first_here; j; j = j->next_here) {
			if (i->what.thread == j->what.thread) {
				continue;
			}
			bool writes[] = {i->what.write, j->what.write};
			unsigned type = hd_map_type_of(2, writes);
			if (type) {
				add_goal(p, type, (const struct label *const[HD_MAP_STEPS]){i, j});
			}
			predict_three(p, i, j);
		}
	}
}

static uint64_t locks_of(const struct label *l)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < LOCKS; i++) {
		const struct held *first = &l->at_first[i], *last = &l->at_last[i];
		sum += first->lock + first->section + 3 * (last->lock + last->section) + 5 * l->always[i].lock;
	}
	return hd_mix(sum);
}

// All that decides which patterns of one variable are possible.
static uint64_t hash_labels(const struct prediction *p)
{
	uint64_t hash = hd_map_class;

	for (const struct label *l = p->labels; l < p->labels + p->n; l++) {
		hash = hd_mix(hash ^
			((uint64_t)l->what.site << 32 | l->what.thread << 16 | (uint64_t)(l->first_here - p->labels)));
		hash = hd_mix(hash ^ ((uint64_t)l->first_step << 32 | l->last_step) ^ locks_of(l));
	}
	return hash;
}

// Patterns stay covered: labels that left nothing to do once will leave nothing again.
static void predict_singles_if_any(struct prediction *p)
{
	static uint64_t nothing_left[NOTHING_LEFT];
	uint64_t hash = hash_labels(p), *known = &nothing_left[hash % NOTHING_LEFT];

	if (*known == hash) {
		return;
	}
	p->possible = 0;
	predict_singles(p);
	if (p->possible == 0) {
		*known = hash;
	}
}

// Can `l` be step n of the type, after the steps chosen so far?
static bool can_follow(const struct hd_map_type *t, const struct label *const *steps, unsigned n, const struct label *l)
{
	const struct hd_map_step *want = &t->steps[n];

	if (l->what.write != want->write) {
		return false;
	}
	for (unsigned i = 0; i < n; i++) {
		const struct hd_map_step *had = &t->steps[i];
		if ((had->thread == want->thread) != (steps[i]->what.thread == l->what.thread) ||
			(had->thread == want->thread && !in_order(steps[i], l)) ||
			(had->var == want->var && !same_place(steps[i], l)) ||
			(had->var != want->var && steps[i]->what.var == l->what.var)) {
			return false;
		}
	}
	return true;
}

// The labels of the place of step n, if a step before it is there; NULL: any may do.
static const struct label *labels_of_step(const struct hd_map_type *t, const struct label *const *steps, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		if (t->steps[i].var == t->steps[n].var) {
			return steps[i]->first_here;
		}
	}
	return NULL;
}

// A caller that wants all of them calls again after consuming the list.
static bool may_go_on(struct prediction *p)
{
	return p->goals->all ? p->goals->n < HD_MAP_GOALS : p->work++ < DOUBLES_WORK;
}

static void extend(struct prediction *p, unsigned type, const struct label **steps, unsigned n);

static void try_step(struct prediction *p, unsigned type, const struct label **steps, unsigned n, const struct label *l)
{
	if (can_follow(&hd_map_types[type], steps, n, l)) {
		steps[n] = l;
		extend(p, type, steps, n + 1);
	}
}

static void extend(struct prediction *p, unsigned type, const struct label **steps, unsigned n)
{
	const struct hd_map_type *t = &hd_map_types[type];

	if (n == t->nsteps) {
		add_goal(p, type, steps);
		return;
	}
	const struct label *here = labels_of_step(t, steps, n);
	for (const struct label *l = here; l && may_go_on(p); l = l->next_here) {
		try_step(p, type, steps, n, l);
	}
	unsigned offset = n == 0 ? hd_rng_below(p->rng, p->n) : 0;
	for (unsigned k = 0; !here && k < p->n && may_go_on(p); k++) {
		try_step(p, type, steps, n, &p->labels[k + offset < p->n ? k + offset : k + offset - p->n]);
	}
}

static void predict_doubles(struct prediction *p)
{
	const struct label *steps[HD_MAP_STEPS] = {0};

	unsigned first = hd_rng_below(p->rng, HD_MAP_TYPES - 8);
	p->work = 0;
	for (unsigned i = 0; i < HD_MAP_TYPES - 8 && p->n > 0; i++) {
		extend(p, 9 + (first + i) % (HD_MAP_TYPES - 8), steps, 0);
	}
}

// ---- goals of the test at hand ------------------------------------------------------------

void hd_map_goals_reset(struct hd_map_goals *g, bool all)
{
	if (!g->tried.slots) {
		hd_map_set_init(&g->tried, all ? TRIED_BITS_ALL : TRIED_BITS);
	} else if (g->tried.n > g->tried.mask / 2) {
		hd_map_set_clear(&g->tried);
	}
	g->all = all;
	g->singles_over = false;
	g->test++;
	g->n = 0;
}

void hd_map_goals_note(struct hd_map_goals *g, const struct hd_map_goal *goal)
{
	hd_map_set_add(&g->tried, key_in_test(g, hd_map_key(hd_map_class, &goal->pattern)));
}

static struct prediction prediction; // of the test at hand

// Those of one variable come first.
static bool list(struct hd_map_goals *g, uint64_t *rng)
{
	prediction.goals = g;
	prediction.rng = rng;
	g->n = 0;
	g->seen = 0;
	if (!g->singles_over) {
		predict_singles_if_any(&prediction);
		g->singles_over = g->n == 0;
	}
	if (g->n == 0) {
		predict_doubles(&prediction);
	}
	return g->n > 0;
}

void hd_map_goals_predict(struct hd_map_goals *g, uint64_t *rng)
{
	read_trace(&prediction);
	list(g, rng);
}

static bool is_covered(const struct hd_map_goal *goal)
{
	return hd_map_set_has(&hd_map()->covered, hd_map_key(hd_map_class, &goal->pattern));
}

static void take(struct hd_map_goals *g, unsigned i, struct hd_map_goal *out)
{
	*out = g->list[i];
	g->list[i] = g->list[--g->n];
}

bool hd_map_goals_take(struct hd_map_goals *g, uint64_t *rng, struct hd_map_goal *out)
{
	while (g->n > 0 || (g->all && list(g, rng))) {
		take(g, g->n - 1, out);
		if (!is_covered(out)) {
			hd_map_goals_note(g, out);
			return true;
		}
	}
	return false;
}

static bool is_ahead(const struct hd_map_goal *goal)
{
	const struct hd_map_type *t = &hd_map_types[goal->pattern.type];

	for (unsigned i = 0; i < t->nsteps; i++) {
		unsigned thread = goal->threads[t->steps[i].thread];
		if (thread < hd.nfibers && hd_fibers[thread].steps > goal->steps[i]) {
			return false;
		}
	}
	return true;
}

bool hd_map_goals_take_ahead(struct hd_map_goals *g, struct hd_map_goal *out)
{
	for (unsigned i = 0; i < g->n; i++) {
		if (is_ahead(&g->list[i])) {
			take(g, i, out);
			return true;
		}
	}
	return false;
}
