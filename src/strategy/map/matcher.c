// SPDX-License-Identifier: Apache-2.0
#include "strategy/map/matcher.h"

#include "strategy/rng.h"

void hd_map_matcher_begin(struct hd_map_matcher *m, uint64_t salt, hd_map_found_fn *found, void *context)
{
	for (unsigned i = 0; i < m->nlabels; i++) {
		m->of_thread[m->labels[i].what.thread] = 0;
	}
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
		m->of_place[p][0] = m->of_place[p][1] = 0;
		m->tripled[p] = 0;
		for (unsigned q = 0; q < p; q++) {
			m->orders[p][q] = m->orders[q][q]; // so far there were accesses to q only
		}
		m->orders[p][p] = m->salt;
		m->nplaces++;
	}
	return p;
}

static unsigned add_label(struct hd_map_matcher *m, const struct hd_map_access *a)
{
	unsigned new = m->nlabels++, place = place_of(m, a);

	m->labels[new] = (struct hd_map_label){.what = *a, .place = (uint16_t)place,
	    .hash = hd_mix((uint64_t)a->site << 8 | a->thread)};
	m->of_place[place][a->write] |= (hd_map_labels)1 << new;
	m->of_thread[a->thread] |= (hd_map_labels)1 << new;
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

static unsigned first_of(hd_map_labels set)
{
	return (uint64_t)set ? (unsigned)__builtin_ctzll((uint64_t)set) : 64 + (unsigned)__builtin_ctzll((uint64_t)(set >> 64));
}

// Takes the next label out of a set; false: there is none, or the work is done.
static inline bool take(struct hd_map_matcher *m, hd_map_labels *set, unsigned *label)
{
	if (*set == 0 || ++m->work > HD_MAP_WORK) {
		m->bounded |= *set != 0;
		return false;
	}
	*label = first_of(*set);
	*set &= *set - 1;
	return true;
}

// Those labels of a set, of other threads than j, after which j came before `time`.
static hd_map_labels followed_before(const struct hd_map_matcher *m, hd_map_labels set, unsigned j, uint16_t time)
{
	const struct hd_map_label *l = &m->labels[j];
	hd_map_labels followed = l->known == HD_MAP_LABELS ? set : set & (((hd_map_labels)1 << l->known) - 1);

	for (hd_map_labels left = l->paired < time ? 0 : followed; left; left &= left - 1) {
		unsigned i = first_of(left);
		if (m->after[j][i] >= time) {
			followed &= ~((hd_map_labels)1 << i);
		}
	}
	return followed;
}

// Label c has come before, at `before`; what was complete then is not looked at
// again: of the step before c something must be new since.

// Patterns i j c of one variable that end with these two labels.
static void match_three(struct hd_map_matcher *m, unsigned j, unsigned c, uint16_t before)
{
	const struct hd_map_label *l = m->labels;

	for (unsigned write = 0, i; write < 2; write++) {
		unsigned type = hd_map_type_of(3, (bool[]){write, l[j].what.write, l[c].what.write});
		hd_map_labels is = type ? m->of_place[l[c].place][write] & m->of_thread[l[c].what.thread] : 0;
		while (take(m, &is, &i)) {
			if (i < l[j].known && m->after[j][i] > before) {
				report(m, type, (unsigned[HD_MAP_STEPS]){i, j, c});
			}
		}
	}
}

// Patterns of one variable that end with label c. None has two reads after each other.
static void match_one(struct hd_map_matcher *m, unsigned c, uint16_t before)
{
	const struct hd_map_label *l = m->labels, *last = &l[c];

	for (unsigned write = !last->what.write, j; write < 2; write++) {
		unsigned type = hd_map_type_of(2, (bool[]){write, last->what.write});
		hd_map_labels js = m->of_place[last->place][write] & ~m->of_thread[last->what.thread];
		while (take(m, &js, &j)) {
			if (l[j].first > before) {
				report(m, type, (unsigned[HD_MAP_STEPS]){j, c});
			}
			if (l[j].paired > before) {
				match_three(m, j, c, before);
			}
		}
	}
}

// Labels that could be a step of a type: its place and kind of access.
static hd_map_labels labels_for(const struct hd_map_matcher *m, const struct hd_map_step *step, const unsigned *places)
{
	return m->of_place[places[step->var]][step->write];
}

// Steps 1 and 2, with 3 and 4 given; places of x and y, threads a and b.
static void match_first(struct hd_map_matcher *m, unsigned type, unsigned k, unsigned c, const unsigned *places,
                        const uint8_t *threads)
{
	const struct hd_map_step *steps = hd_map_types[type].steps;
	hd_map_labels first = labels_for(m, &steps[0], places) & m->of_thread[threads[steps[0].thread]];
	hd_map_labels js = labels_for(m, &steps[1], places) & m->of_thread[threads[steps[1].thread]];
	unsigned i, j;

	while (first && take(m, &js, &j)) {
		hd_map_labels is = followed_before(m, first, j, m->labels[k].last);
		while (take(m, &is, &i)) {
			report(m, type, (unsigned[HD_MAP_STEPS]){i, j, k, c});
		}
	}
}

// Types that end as label c does, for one place of the other variable. Steps 3 and 4
// of all of them are of different threads.
static void match_with(struct hd_map_matcher *m, unsigned c, unsigned other, uint16_t before)
{
	const struct hd_map_label *last = &m->labels[c];
	hd_map_labels mine = m->of_thread[last->what.thread];
	unsigned k;

	for (unsigned type = 9; type <= HD_MAP_TYPES; type++) {
		const struct hd_map_step *steps = hd_map_types[type].steps;
		unsigned places[2];
		places[steps[3].var] = last->place;
		places[!steps[3].var] = other;
		hd_map_labels ks = steps[3].write == last->what.write ? labels_for(m, &steps[2], places) & ~mine : 0;
		while (take(m, &ks, &k)) {
			if (m->labels[k].tripled > before) {
				uint8_t threads[2];
				threads[steps[3].thread] = last->what.thread;
				threads[steps[2].thread] = m->labels[k].what.thread;
				match_first(m, type, k, c, places, threads);
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

// Do two threads come there, and does one write?
static bool is_shared(const struct hd_map_matcher *m, unsigned place)
{
	const hd_map_labels *there = m->of_place[place];
	uint8_t thread = m->labels[first_of(there[0] | there[1])].what.thread;

	return there[1] && (there[0] | there[1]) & ~m->of_thread[thread];
}

// And known from now on.
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
		bool shared = is_shared(m, p);
		for (unsigned q = 0; q <= p; q++) {
			bool possible = shared && is_shared(m, q) && (p == q || m->vars[p] != m->vars[q]);
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
