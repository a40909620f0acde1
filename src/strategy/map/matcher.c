// SPDX-License-Identifier: Apache-2.0
#include "strategy/map/matcher.h"

#include "strategy/rng.h"

void hd_map_matcher_begin(struct hd_map_matcher *m, uint64_t salt, hd_map_found_fn *found, void *context)
{
	m->salt = salt;
	m->nlabels = m->nplaces = m->n = m->ncome = 0;
	m->round++;
	m->now = m->changed = m->paired = m->work = 0;
	m->thread = 0;
	m->bounded = false;
	m->found = found;
	m->context = context;
}

static bool same(const struct hd_map_access *a, const struct hd_map_access *b)
{
	return a->site == b->site && a->address == b->address && a->thread == b->thread;
}

static unsigned place_of(struct hd_map_matcher *m, const struct hd_map_access *a)
{
	unsigned p = 0;

	while (p < m->nplaces && !(m->addresses[p] == a->address && m->vars[p] == a->var)) {
		p++;
	}
	if (p == m->nplaces) {
		m->addresses[p] = a->address;
		m->vars[p] = a->var;
		m->of_place[p][0] = m->of_place[p][1] = -1;
		m->threads[p][0] = m->threads[p][1] = 0;
		m->tripled[p] = 0;
		for (unsigned q = 0; q < p; q++) {
			m->orders[p][q] = m->orders[q][q]; // so far there were accesses to q only
		}
		m->orders[p][p] = m->salt;
		m->nplaces++;
	}
	return p;
}

// When label j first came after label i, of another thread, first came; 0: it did not.
static inline uint16_t after(const struct hd_map_matcher *m, int i, int j)
{
	return i < m->labels[j].known ? m->after[j][i] : 0;
}

static uint64_t bit(const struct hd_map_access *a)
{
	return 1ull << a->thread % 64;
}

static unsigned add_label(struct hd_map_matcher *m, const struct hd_map_access *a)
{
	unsigned new = m->nlabels++, place = place_of(m, a);

	m->labels[new] = (struct hd_map_label){.what = *a, .place = (uint16_t)place,
	    .hash = hd_mix((uint64_t)a->site << 8 | a->thread)};
	m->next[new] = m->of_place[place][a->write];
	m->of_place[place][a->write] = (int16_t)new;
	m->threads[place][a->write] |= bit(a);
	return new;
}

// The label of an access; HD_MAP_LABELS: there are too many.
static unsigned label_of(struct hd_map_matcher *m, const struct hd_map_access *a)
{
	unsigned h = (unsigned)hd_mix(a->address << 8 ^ (uint64_t)a->site << 3 ^ a->thread) % HD_MAP_BUCKETS;

	while (m->rounds[h] == m->round && !same(&m->labels[m->buckets[h]].what, a)) {
		h = (h + 1) % HD_MAP_BUCKETS;
	}
	if (m->rounds[h] == m->round) {
		return m->buckets[h];
	}
	if (m->nlabels == HD_MAP_LABELS) {
		return HD_MAP_LABELS;
	}
	m->rounds[h] = m->round;
	m->buckets[h] = (uint8_t)add_label(m, a);
	return m->buckets[h];
}

static void report(struct hd_map_matcher *m, unsigned type, const unsigned *labels)
{
	struct hd_map_pattern p = {.type = (uint8_t)type};

	for (unsigned i = 0; i < hd_map_types[type].nsteps; i++) {
		p.sites[i] = m->labels[labels[i]].what.site;
	}
	m->found(m->context, &p);
}

static bool spend(struct hd_map_matcher *m)
{
	m->bounded |= ++m->work > HD_MAP_WORK;
	return m->work <= HD_MAP_WORK;
}

// Labels that read, or write, at a place.
#define EACH_LABEL(m, i, place, write) \
	for (int i = (m)->of_place[place][write]; i >= 0 && spend(m); i = (m)->next[i])

// Label c has come before, at `before`; what was complete then is not looked at
// again: of the step before c something must be new since.

// Patterns i j c of one variable that end with these two labels.
static void match_three(struct hd_map_matcher *m, unsigned j, unsigned c, uint16_t before)
{
	const struct hd_map_label *l = m->labels;

	for (unsigned write = 0; write < 2; write++) {
		unsigned type = hd_map_type_of(3, (bool[]){write, l[j].what.write, l[c].what.write});
		if (!type) {
			continue;
		}
		EACH_LABEL(m, i, l[c].place, write) {
			if (l[i].what.thread == l[c].what.thread && after(m, i, (int)j) > before) {
				report(m, type, (unsigned[]){(unsigned)i, j, c});
			}
		}
	}
}

// Patterns of one variable that end with label c. None has two reads after each other.
static void match_one(struct hd_map_matcher *m, unsigned c, uint16_t before)
{
	const struct hd_map_label *l = m->labels, *last = &l[c];

	for (unsigned write = !last->what.write; write < 2; write++) {
		EACH_LABEL(m, j, last->place, write) {
			if (l[j].what.thread == last->what.thread) {
				continue;
			}
			if (l[j].first > before) {
				unsigned type = hd_map_type_of(2, (bool[]){write, last->what.write});
				report(m, type, (unsigned[]){(unsigned)j, c});
			}
			if (l[j].paired > before) {
				match_three(m, (unsigned)j, c, before);
			}
		}
	}
}

// Steps 1 and 2, with 3 and 4 given; places of x and y, threads a and b.
static void match_first(struct hd_map_matcher *m, unsigned type, unsigned k, unsigned c, const unsigned *places,
                        const uint8_t *threads)
{
	const struct hd_map_step *first = &hd_map_types[type].steps[0], *second = &hd_map_types[type].steps[1];
	const struct hd_map_label *l = m->labels;

	EACH_LABEL(m, j, places[second->var], second->write) {
		if (l[j].what.thread != threads[second->thread]) {
			continue;
		}
		EACH_LABEL(m, i, places[first->var], first->write) {
			if (l[i].what.thread == threads[first->thread] && after(m, i, j) && after(m, i, j) < l[k].last) {
				report(m, type, (unsigned[]){(unsigned)i, (unsigned)j, k, c});
			}
		}
	}
}

// Has each step of a type been made at its place, by some thread of its side?
static bool is_possible(const struct hd_map_matcher *m, const struct hd_map_step *steps, const unsigned *places,
                        uint64_t last)
{
	for (unsigned i = 0; i < HD_MAP_STEPS - 1; i++) {
		uint64_t there = m->threads[places[steps[i].var]][steps[i].write];
		if (!(steps[i].thread == steps[3].thread ? there & last : there & ~last)) {
			return false;
		}
	}
	return true;
}

// Types that end as label c does, for one place of the other variable. Steps 3 and 4
// of all of them are of different threads.
static void match_with(struct hd_map_matcher *m, unsigned c, unsigned other, uint16_t before)
{
	const struct hd_map_label *last = &m->labels[c];

	for (unsigned type = 9; type <= HD_MAP_TYPES; type++) {
		const struct hd_map_step *steps = hd_map_types[type].steps;
		unsigned places[2];
		places[steps[3].var] = last->place;
		places[!steps[3].var] = other;
		if (steps[3].write != last->what.write || !is_possible(m, steps, places, bit(&last->what))) {
			continue;
		}
		EACH_LABEL(m, k, places[steps[2].var], steps[2].write) {
			const struct hd_map_label *third = &m->labels[k];
			if (third->tripled > before && third->what.thread != last->what.thread) {
				uint8_t threads[2];
				threads[steps[3].thread] = last->what.thread;
				threads[steps[2].thread] = third->what.thread;
				match_first(m, type, (unsigned)k, c, places, threads);
			}
		}
	}
}

static void match_two(struct hd_map_matcher *m, unsigned c, uint16_t before)
{
	unsigned place = m->labels[c].place;

	for (unsigned p = 0; p < m->nplaces; p++) {
		bool fresh = m->tripled[place] > before || m->tripled[p] > before;
		if (fresh && p != place && m->wanted[place][p]) {
			match_with(m, c, p, before);
		}
	}
}

// Label c comes now: it is after all that came before.
static void note(struct hd_map_matcher *m, unsigned c)
{
	struct hd_map_label *l = &m->labels[c];

	if (l->last == 0) { // labels have their numbers in order of appearance
		l->first = m->now;
		m->ncome++;
	}
	if (m->paired >= l->last) {
		l->tripled = m->tripled[l->place] = m->now;
	}
	for (unsigned i = l->known; i < m->ncome; i++) {
		m->after[c][i] = m->now;
		if (m->labels[i].what.thread != l->what.thread) {
			l->paired = m->paired = m->now;
		}
	}
	l->known = (uint16_t)m->ncome;
	l->last = m->now;
}

static void match(struct hd_map_matcher *m, unsigned c)
{
	const struct hd_map_label *l = &m->labels[c];

	m->now++;
	if (m->now > 1 && l->what.thread != m->thread) {
		m->changed = m->now; // the access before this one was another thread's
	}
	m->thread = l->what.thread;
	if (l->last < m->changed) {
		if (m->wanted[l->place][l->place]) {
			match_one(m, c, l->last);
		}
		match_two(m, c, l->last);
	}
	note(m, c);
}

// ---- which orders are new ------------------------------------------------------------------

static void extend_order(uint64_t *order, uint64_t hash)
{
	*order = (*order ^ hash) * 0x9e3779b97f4a7c15u;
	*order ^= *order >> 32;
}

void hd_map_matcher_access(struct hd_map_matcher *m, const struct hd_map_access *a)
{
	unsigned c = label_of(m, a);

	if (c == HD_MAP_LABELS || m->n == HD_MAP_ACCESSES) {
		m->bounded = true;
		return;
	}
	m->sequence[m->n++] = (uint8_t)c;
	unsigned place = m->labels[c].place;
	for (unsigned p = 0; p < place; p++) {
		extend_order(&m->orders[place][p], m->labels[c].hash);
	}
	for (unsigned p = place; p < m->nplaces; p++) {
		extend_order(&m->orders[p][place], m->labels[c].hash);
	}
}

static bool is_shared(const struct hd_map_matcher *m, unsigned place)
{
	uint64_t there = m->threads[place][0] | m->threads[place][1];
	return there & (there - 1) && m->threads[place][1];
}

static bool is_new(struct hd_map_matcher *m, uint64_t order)
{
	uint64_t *slot = m->known ? &m->known[hd_mix(order) % HD_MAP_KNOWN] : NULL;

	if (slot && *slot == order) {
		return false;
	}
	if (slot) {
		*slot = order;
	}
	return true;
}

// Of both variables of a pattern each thread makes at least one step.
static bool find_wanted(struct hd_map_matcher *m)
{
	bool any = false;

	for (unsigned p = 0; p < m->nplaces; p++) {
		for (unsigned q = 0; q <= p; q++) {
			bool possible = is_shared(m, p) && is_shared(m, q) && (p == q || m->vars[p] != m->vars[q]);
			bool new = possible && is_new(m, m->orders[p][q]);
			m->wanted[p][q] = m->wanted[q][p] = new;
			any |= new;
		}
	}
	return any;
}

bool hd_map_matcher_finish(struct hd_map_matcher *m)
{
	if (!find_wanted(m)) {
		return false;
	}
	for (unsigned i = 0; i < m->n; i++) {
		match(m, m->sequence[i]);
	}
	return true;
}
