// SPDX-License-Identifier: Apache-2.0
#include "metric/map/matcher.h"

#include "runtime/rng.h"

#include <string.h>

#define NONE UINT8_MAX // ends lists

void hd_map_matcher_begin(struct hd_map_matcher *m, uint64_t salt, hd_map_found_fn *found, void *context)
{
	m->salt = salt;
	m->nlabels = m->nvisitors = m->nplaces = m->nthreads = m->n = 0;
	if (!m->accesses.entries) {
		hd_table_init(&m->accesses, m->entries, sizeof(m->entries) / sizeof(*m->entries));
	}
	hd_table_clear(&m->accesses);
	m->timed = false;
	m->work = 0;
	m->bounded = false;
	m->found = found;
	m->context = context;
}

// ---- reading the execution -----------------------------------------------------------------

// Of places p and q, q <= p.
static struct hd_map_order *order_of(struct hd_map_matcher *m, unsigned p, unsigned q)
{
	return &m->orders[p * (p + 1) / 2 + q];
}

static unsigned place_of(struct hd_map_matcher *m, const struct hd_map_access *a)
{
	unsigned p = 0;

	while (p < m->nplaces && !(m->places[p].address == a->address && m->places[p].var == a->var)) {
		p++;
	}
	if (p == m->nplaces) {
		m->nplaces++;
		m->places[p] = (struct hd_map_place){.address = a->address, .var = a->var, .visitors = NONE};
		for (unsigned q = 0; q < p; q++) {
			*order_of(m, p, q) = *order_of(m, q, q); // so far there were accesses to q only
		}
		*order_of(m, p, p) = (struct hd_map_order){.hash = m->salt};
	}
	return p;
}

static struct hd_map_visitor *find_visitor(struct hd_map_matcher *m, unsigned place, uint8_t thread)
{
	for (unsigned v = m->places[place].visitors; v != NONE; v = m->visitors[v].next) {
		if (m->visitors[v].thread == thread) {
			return &m->visitors[v];
		}
	}
	return NULL;
}

static struct hd_map_visitor *add_visitor(struct hd_map_matcher *m, unsigned place, uint8_t thread)
{
	struct hd_map_visitor *v = &m->visitors[m->nvisitors];

	*v = (struct hd_map_visitor){.thread = thread,
		.labels = {NONE, NONE},
		.first = (uint16_t)(m->n + 1),
		.next = m->places[place].visitors};
	m->places[place].visitors = (uint8_t)m->nvisitors++;
	return v;
}

static uint8_t number_of(struct hd_map_matcher *m, uint8_t thread)
{
	unsigned i = 0;

	while (i < m->nthreads && m->threads[i] != thread) {
		i++;
	}
	if (i == m->nthreads) {
		m->threads[m->nthreads++] = thread;
	}
	return (uint8_t)i;
}

static unsigned add_label(struct hd_map_matcher *m, const struct hd_map_access *a)
{
	unsigned new = m->nlabels++, place = place_of(m, a);
	struct hd_map_visitor *v = find_visitor(m, place, a->thread);
	uint8_t thread = number_of(m, a->thread);

	v = v ? v : add_visitor(m, place, a->thread);
	m->labels[new] = (struct hd_map_label){.what = *a,
		.place = (uint8_t)place,
		.visitor = (uint8_t)(v - m->visitors),
		.first = (uint16_t)(m->n + 1),
		.thread = thread,
		.hash = hd_mix((uint64_t)a->site << 8 | thread) + a->write};
	m->next[new] = v->labels[a->write];
	v->labels[a->write] = (uint8_t)new;
	return new;
}

static bool same(const struct hd_map_access *a, const struct hd_map_access *b)
{
	return a->site == b->site && a->address == b->address && a->thread == b->thread && a->write == b->write;
}

// The label of an access; HD_MAP_LABELS: there are too many.
static unsigned label_of(struct hd_map_matcher *m, const struct hd_map_access *a)
{
	for (uint64_t key = a->address << 8 ^ (uint64_t)a->site << 3 ^ a->thread;; key++) {
		uint32_t label = hd_table_number(&m->accesses, key);
		if (label == HD_TABLE_NONE) {
			return HD_MAP_LABELS;
		}
		if (label == m->nlabels) {
			return add_label(m, a);
		}
		if (same(&m->labels[label].what, a)) {
			return label;
		}
	}
}

static uint64_t extend(uint64_t hash, uint64_t by)
{
	hash = (hash ^ by) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 32;
}

static uint64_t hash_of(const struct hd_map_order *o)
{
	return extend(o->hash, o->reads[0] + o->reads[1]);
}

static void extend_order(struct hd_map_order *o, const struct hd_map_label *l)
{
	if (l->what.write) {
		*o = (struct hd_map_order){.hash = extend(hash_of(o), l->hash)};
	} else {
		o->reads[l->thread % 2] = extend(o->reads[l->thread % 2], l->hash);
	}
}

void hd_map_matcher_access(struct hd_map_matcher *m, const struct hd_map_access *a)
{
	unsigned c = m->n < HD_MAP_ACCESSES - 1 ? label_of(m, a) : HD_MAP_LABELS;

	if (c == HD_MAP_LABELS) {
		m->bounded = true;
		return;
	}
	m->sequence[m->n++] = (uint8_t)c;
	m->labels[c].last = m->visitors[m->labels[c].visitor].last = (uint16_t)m->n;
	unsigned place = m->labels[c].place;
	for (unsigned p = 0; p < place; p++) {
		extend_order(order_of(m, place, p), &m->labels[c]);
	}
	for (unsigned p = place; p < m->nplaces; p++) {
		extend_order(order_of(m, p, place), &m->labels[c]);
	}
}

// ---- when labels come after each other -------------------------------------------------------

// Labels that have come, in a direction of time.
struct arrivals {
	uint8_t come[HD_MAP_LABELS];   // in this order
	uint8_t known[HD_MAP_LABELS];  // by label: so many of them had come when it last came; 0: it has not come
	unsigned n;
};

// Label j occurs at `time`: it now follows, for the first time, every label seen since its
// previous occurrence.
static void arrive(struct arrivals *a, unsigned j, uint16_t time, uint16_t *times)
{
	for (unsigned i = a->known[j]; i < a->n; i++) {
		times[a->come[i]] = time;
	}
	if (a->known[j] == 0) {
		a->come[a->n++] = (uint8_t)j;
	}
	a->known[j] = (uint8_t)a->n;
}

static void find_times(struct hd_map_matcher *m)
{
	struct arrivals forth = {.n = 0}, back = {.n = 0};

	for (unsigned j = 0; j < m->nlabels; j++) {
		memset(m->after[j], UINT8_MAX, m->nlabels * sizeof(*m->after[j]));
		memset(m->before[j], 0, m->nlabels * sizeof(*m->before[j]));
	}
	for (unsigned i = 0; i < m->n; i++) {
		arrive(&forth, m->sequence[i], (uint16_t)(i + 1), m->after[m->sequence[i]]);
	}
	for (unsigned i = m->n; i > 0; i--) {
		arrive(&back, m->sequence[i - 1], (uint16_t)i, m->before[m->sequence[i - 1]]);
	}
	m->timed = true;
}

// ---- patterns -------------------------------------------------------------------------------

#define FOR_LABELS(m, i, first) for (unsigned i = (first); i != NONE; i = (m)->next[i])

static uint32_t site(const struct hd_map_matcher *m, unsigned label)
{
	return m->labels[label].what.site;
}

static void report(struct hd_map_matcher *m, const struct hd_map_pattern *p, unsigned last)
{
	m->found(m->context, p, &m->labels[last]);
}

// False: no more.
static bool work(struct hd_map_matcher *m)
{
	m->bounded |= ++m->work > HD_MAP_WORK;
	return m->work <= HD_MAP_WORK;
}

// Patterns of one place that begin with two labels of different threads.
static void match_single(struct hd_map_matcher *m, unsigned i, unsigned j, const struct hd_map_visitor *a)
{
	const struct hd_map_label *l = m->labels;
	unsigned two = hd_map_type_of(2, (bool[]){l[i].what.write, l[j].what.write});

	if (two && l[i].first < l[j].last) {
		report(m, &(struct hd_map_pattern){(uint8_t)two, {site(m, i), site(m, j)}}, j);
	}
	for (unsigned write = 0; write < 2; write++) {
		unsigned three = hd_map_type_of(3, (bool[]){l[i].what.write, l[j].what.write, write});
		FOR_LABELS(m, k, three ? a->labels[write] : NONE)
		{
			if (m->after[j][i] < l[k].last) {
				report(m,
					&(struct hd_map_pattern){(uint8_t)three, {site(m, i), site(m, j), site(m, k)}},
					k);
			}
		}
	}
}

static void match_singles(struct hd_map_matcher *m, const struct hd_map_visitor *a, const struct hd_map_visitor *b)
{
	for (unsigned kinds = 0; kinds < 4; kinds++) {
		FOR_LABELS(m, i, a->labels[kinds & 1])
		{
			FOR_LABELS(m, j, b->labels[kinds >> 1])
			{
				if (!work(m)) {
					return;
				}
				match_single(m, i, j, a);
			}
		}
	}
}

// When a label of one list first comes after one of the other.
static uint16_t soonest(const struct hd_map_matcher *m, unsigned is, unsigned js)
{
	uint16_t time = UINT16_MAX;

	FOR_LABELS(m, j, js)
	{
		const uint16_t *after = m->after[j];
		FOR_LABELS(m, i, is)
		{
			time = after[i] < time ? after[i] : time;
		}
	}
	return time;
}

// Patterns of two places whose steps are labels of these lists.
static void match_lists(struct hd_map_matcher *m, unsigned type, const uint8_t *first)
{
	uint16_t from = soonest(m, first[0], first[1]);

	FOR_LABELS(m, k, first[2])
	{
		FOR_LABELS(m, c, first[3])
		{
			struct hd_map_pattern p = {(uint8_t)type, {0, 0, site(m, k), site(m, c)}};
			uint16_t until = m->before[k][c];
			FOR_LABELS(m, j, from < until ? first[1] : NONE)
			{
				const uint16_t *after = m->after[j];
				if (!work(m)) {
					return;
				}
				FOR_LABELS(m, i, first[0])
				{
					if (after[i] < until) {
						p.sites[0] = site(m, i);
						p.sites[1] = site(m, j);
						report(m, &p, c);
					}
				}
			}
		}
	}
}

// Some step of b comes after one of a at x, and before one of a at y: all types of two places have that.
static bool interleave(const struct hd_map_visitor *const visitors[2][2])
{
	const struct hd_map_visitor *const *a = visitors[0], *const *b = visitors[1];

	return (a[0]->first < b[0]->last || a[0]->first < b[1]->last) &&
		(b[0]->first < a[1]->last || b[1]->first < a[1]->last);
}

// Threads a and b at places x and y: visitors[thread][place].
static void match_doubles(struct hd_map_matcher *m, const struct hd_map_visitor *const visitors[2][2])
{
	for (unsigned type = 9; type <= HD_MAP_TYPES; type++) {
		const struct hd_map_step *steps = hd_map_types[type].steps;
		uint8_t first[HD_MAP_STEPS];
		bool all = true;
		for (unsigned i = 0; i < HD_MAP_STEPS; i++) {
			first[i] = visitors[steps[i].thread][steps[i].var]->labels[steps[i].write];
			all &= first[i] != NONE;
		}
		if (all) {
			match_lists(m, type, first);
		}
	}
}

// Each thread makes steps at both places.
static void match(struct hd_map_matcher *m, unsigned x, unsigned y)
{
	for (unsigned a = m->places[x].visitors; a != NONE; a = m->visitors[a].next) {
		for (unsigned b = m->places[x].visitors; b != NONE; b = m->visitors[b].next) {
			const struct hd_map_visitor *at_x[2] = {&m->visitors[a], &m->visitors[b]};
			const struct hd_map_visitor *at_y[2] = {find_visitor(m, y, at_x[0]->thread),
				find_visitor(m, y, at_x[1]->thread)};
			if (a == b || !at_y[0] || !at_y[1]) {
				continue;
			}
			if (x == y) {
				match_singles(m, at_x[0], at_x[1]);
				continue;
			}
			const struct hd_map_visitor *const visitors[2][2] = {{at_x[0], at_y[0]}, {at_x[1], at_y[1]}};
			if (interleave(visitors)) {
				match_doubles(m, visitors);
			}
		}
	}
}

// ---- which orders are new ------------------------------------------------------------------

// Do two threads come there, and does one write?
static bool is_shared(const struct hd_map_matcher *m, unsigned place)
{
	unsigned n = 0;
	bool written = false;

	for (unsigned v = m->places[place].visitors; v != NONE; v = m->visitors[v].next) {
		written |= m->visitors[v].labels[1] != NONE;
		n++;
	}
	return n > 1 && written;
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

static void match_if_new(struct hd_map_matcher *m, unsigned p, unsigned q)
{
	if (!is_new(m, hash_of(order_of(m, p, q)))) {
		return;
	}
	if (!m->timed) {
		find_times(m);
	}
	match(m, p, q);
	if (p != q) {
		match(m, q, p);
	}
}

bool hd_map_matcher_finish(struct hd_map_matcher *m)
{
	for (unsigned p = 0; p < m->nplaces; p++) {
		m->places[p].shared = is_shared(m, p);
		for (unsigned q = 0; q <= p && m->places[p].shared; q++) {
			if (m->places[q].shared && (p == q || m->places[p].var != m->places[q].var)) {
				match_if_new(m, p, q);
			}
		}
	}
	return m->timed;
}
