// SPDX-License-Identifier: Apache-2.0
// MAPTest (Wang et al., ASE 2019, algorithms 2 and 4): a test is made for a
// pattern that no execution has covered; of one variable as long as there is one,
// then of two. Each step gets a method that reaches its site, in the thread that makes the
// step. Where several methods would do, CovCon's score of the pair decides; in
// maptest-random chance does.
//
// Patterns are drawn, not listed: the domain may be far too large. A draw that
// meets nothing but patterns covered or aimed at already says that this is
// through. After patterns of both kinds are through, every other test is a random one, as some memory
// has no name and is in no pattern; the others may aim at all patterns again, covered or
// not, because other states and values may matter. Deviation: a method is chosen
// for the step's site, not only for its variable. maptest-variable does as published: any method will
// do that accesses the variable, and the test's executions aim at patterns of its methods' instructions.
#include "metric/map/goals.h"
#include "strategy/covcon.h"
#include "strategy/random_once.h"

#define DRAWS 16
#define PREFIX_CALLS 5
#define SUFFIX_CALLS 3 // of a thread
#define FILL_TRIES 6   // patterns drawn to fill a test
#define AIMED_BITS 16

struct state {
	struct hd_covcon covcon;
	struct hd_map_set aimed; // patterns that tests were made for in this round
	unsigned round;          // from 0; in later ones covered patterns count, too
	bool singles_done;       // in this round
	bool any;                // the last test was a random one
};

static void begin(void *state, const struct hd_class *class)
{
	struct state *s = state;

	hd_covcon_begin(&s->covcon, class);
	hd_map_set_init(&s->aimed, AIMED_BITS);
}

// ---- which pattern -------------------------------------------------------------------

static bool draw_site(const struct hd_model_var *v, bool write, uint64_t *rng, uint32_t *site)
{
	uint32_t n = write ? v->nwrites : v->nreads;

	if (n == 0) {
		return false;
	}
	*site = (write ? v->writes : v->reads)[hd_rng_below(rng, n)];
	return true;
}

static bool draw_pattern(const struct hd_model *m, unsigned nvars, uint64_t *rng, struct hd_map_pattern *p)
{
	unsigned first = nvars == 1 ? 1 : 9, last = nvars == 1 ? 8 : HD_MAP_TYPES;
	unsigned x = hd_rng_below(rng, m->nvars), y = hd_rng_below(rng, m->nvars);
	const struct hd_model_var *vars[] = {&m->vars[x], &m->vars[y]};

	*p = (struct hd_map_pattern){.type = (uint8_t)(first + hd_rng_below(rng, last - first + 1))};
	const struct hd_map_type *t = &hd_map_types[p->type];
	for (unsigned i = 0; i < t->nsteps; i++) {
		if (!draw_site(vars[t->steps[i].var], t->steps[i].write, rng, &p->sites[i])) {
			return false;
		}
	}
	return nvars == 1 || x != y;
}

static bool choose_of(struct state *s, const struct hd_class *class, unsigned nvars, uint64_t *rng,
	struct hd_map_pattern *p)
{
	for (unsigned i = 0; i < DRAWS; i++) {
		if (!draw_pattern(class->model, nvars, rng, p)) {
			continue;
		}
		uint64_t key = hd_map_key(class->number, p);
		bool covered = s->round == 0 && hd_map_set_has(&hd_map()->covered, key);
		if (!covered && hd_map_set_add(&s->aimed, hd_mix(key + s->round) | 1)) {
			return true;
		}
	}
	return false;
}

// Patterns of one variable first; when they are through, they are so until the next round.
static bool choose_pattern(struct state *s, const struct hd_class *class, uint64_t *rng, struct hd_map_pattern *p)
{
	if (class->model->nvars == 0) {
		return false;
	}
	if (!s->singles_done && choose_of(s, class, 1, rng, p)) {
		return true;
	}
	s->singles_done = true;
	if (class->model->nvars > 1 && choose_of(s, class, 2, rng, p)) {
		return true;
	}
	s->round++;
	s->singles_done = false;
	if (s->aimed.n > s->aimed.mask / 2) {
		hd_map_set_clear(&s->aimed);
	}
	return choose_of(s, class, 1, rng, p);
}

// ---- which methods ----------------------------------------------------------------------

#define MOST_CANDIDATES 512

struct methods {
	const struct hd_class *class;
	const struct hd_model *model; // of it
	const struct hd_map_pattern *pattern;
	bool by_variable; // a step's method reaches any site like that of the step
	unsigned chosen[HD_MAP_STEPS]; // indexes of methods of the class
};

// Sites that access what a step accesses, in the same way.
struct sites {
	const uint32_t *list;
	uint32_t n;
};

static struct sites sites_of(const struct methods *m, unsigned step)
{
	const struct hd_model_var *v = &m->model->vars[m->model->var_of_site[m->pattern->sites[step]]];

	if (!m->by_variable) {
		return (struct sites){&m->pattern->sites[step], 1};
	}
	return hd_map_types[m->pattern->type].steps[step].write ? (struct sites){v->writes, v->nwrites}
								: (struct sites){v->reads, v->nreads};
}

// Methods that reach a site.
struct candidates {
	uint16_t list[MOST_CANDIDATES];
	unsigned n;
};

static void find_candidates(const struct hd_model *m, struct sites sites, struct candidates *c)
{
	c->n = 0;
	for (unsigned w = 0; w < m->words; w++) {
		uint64_t left = 0;
		for (uint32_t i = 0; i < sites.n; i++) {
			left |= m->methods_of_func[(size_t)m->func_of_site[sites.list[i]] * m->words + w];
		}
		for (; left && c->n < MOST_CANDIDATES; left &= left - 1) {
			c->list[c->n++] = (uint16_t)(64 * w + (unsigned)__builtin_ctzll(left));
		}
	}
}

// A random one of those that reach a site; -1: none.
static int draw_method(const struct hd_model *m, struct sites sites, uint64_t *rng)
{
	struct candidates c;

	find_candidates(m, sites, &c);
	return c.n ? c.list[hd_rng_below(rng, c.n)] : -1;
}

static bool draw_methods(struct methods *m, uint64_t *rng)
{
	for (unsigned i = 0; i < hd_map_types[m->pattern->type].nsteps; i++) {
		int method = draw_method(m->model, sites_of(m, i), rng);
		if (method < 0) {
			return false;
		}
		m->chosen[i] = (unsigned)method;
	}
	return true;
}

// The best so far, and how many as good there were: each is as likely to be taken.
struct ranking {
	const struct hd_pairs *pairs;
	uint64_t *rng;
	uint64_t lowest;
	unsigned n;
};

static bool is_best(struct ranking *r, unsigned a, unsigned b)
{
	size_t pair = hd_pairs_index(a, b);
	uint64_t score = hd_pairs_score(r->pairs->tried[pair], r->pairs->covered[pair]);

	if (r->n == 0 || score < r->lowest) {
		r->lowest = score;
		r->n = 0;
	}
	return score == r->lowest && hd_rng_below(r->rng, ++r->n) == 0;
}

// The pair of the first two steps has the lowest score of all that would do; each later step
// goes with a step of the other thread.
static bool rank_methods(struct methods *m, const struct hd_pairs *pairs, uint64_t *rng)
{
	const struct hd_map_type *t = &hd_map_types[m->pattern->type];
	struct ranking r = {.pairs = pairs, .rng = rng};
	struct candidates c[2];

	find_candidates(m->model, sites_of(m, 0), &c[0]);
	find_candidates(m->model, sites_of(m, 1), &c[1]);
	for (unsigned i = 0; i < c[0].n; i++) {
		for (unsigned k = 0; k < c[1].n; k++) {
			if (is_best(&r, c[0].list[i], c[1].list[k])) {
				m->chosen[0] = c[0].list[i];
				m->chosen[1] = c[1].list[k];
			}
		}
	}
	for (unsigned step = 2; r.n > 0 && step < t->nsteps; step++) {
		unsigned other = m->chosen[!t->steps[step].thread];
		find_candidates(m->model, sites_of(m, step), &c[0]);
		r.n = 0;
		for (unsigned i = 0; i < c[0].n; i++) {
			if (is_best(&r, c[0].list[i], other)) {
				m->chosen[step] = c[0].list[i];
			}
		}
	}
	return r.n > 0;
}

// ---- the test ------------------------------------------------------------------------------

// Calls that bring the object into a state: half of them write a variable of the pattern.
static void build_prefix(struct hd_test *t, const struct methods *m, unsigned calls, uint64_t *rng)
{
	const struct hd_model_var *v = &m->model->vars[m->model->var_of_site[m->pattern->sites[0]]];

	uint8_t before = t->nprefix;
	for (unsigned i = 0; i < calls; i++) {
		uint32_t write = v->writes[hd_rng_below(rng, v->nwrites)];
		int method = hd_rng_below(rng, 2) ? draw_method(m->model, (struct sites){&write, 1}, rng)
						  : (int)hd_rng_below(rng, m->class->nmethods);
		if (method >= 0 && hd_function(m->class->methods[method])->role != HD_API_UNREF) {
			hd_build_prefix_call(t, m->class->methods[method], rng, false);
		}
	}
	if (t->nprefix > before && hd_test_try(t) != HD_VERDICT_NONE) {
		t->nprefix = before;
		hd_build_prefix(t, calls, rng);
	}
}

// Is there room for the calls of one more pattern?
static bool has_room(const struct hd_test *t, const struct hd_map_type *type, unsigned most)
{
	unsigned calls[2] = {0, 0};

	for (unsigned i = 0; i < type->nsteps; i++) {
		calls[type->steps[i].thread]++;
	}
	return t->nsuffix[0] + calls[0] <= most && t->nsuffix[1] + calls[1] <= most;
}

static bool is_full(const struct hd_test *t, unsigned most)
{
	return t->nsuffix[0] >= most || t->nsuffix[1] >= most;
}

static bool append_calls(struct hd_test *t, const struct hd_proposal *p, const struct methods *m, uint8_t *calls)
{
	const struct hd_map_type *type = &hd_map_types[m->pattern->type];

	for (unsigned i = 0; i < type->nsteps; i++) {
		for (unsigned thread = type->steps[i].thread; thread < p->threads; thread += 2) {
			if (!hd_build_suffix_call(t, thread, m->class->methods[m->chosen[i]], p->rng)) {
				return false;
			}
		}
		calls[i] = t->nsuffix[type->steps[i].thread];
	}
	return true;
}

static void count_pairs(struct hd_pairs *pairs, const struct methods *m)
{
	const struct hd_map_type *t = &hd_map_types[m->pattern->type];

	for (unsigned i = 1; i < t->nsteps; i++) {
		for (unsigned k = 0; k < i; k++) {
			if (t->steps[i].thread != t->steps[k].thread) {
				pairs->tried[hd_pairs_index(m->chosen[i], m->chosen[k])]++;
			}
		}
	}
}

static bool choose_methods(struct state *s, struct methods *m, bool ranked, uint64_t *rng)
{
	return ranked ? rank_methods(m, s->covcon.pairs, rng) : draw_methods(m, rng);
}

// The pattern with other sites: those of the chosen methods. False: no luck.
static bool draw_sites(const struct methods *m, uint64_t *rng, struct hd_map_pattern *p)
{
	for (unsigned i = 0; i < hd_map_types[p->type].nsteps; i++) {
		struct sites sites = sites_of(m, i);
		p->sites[i] = sites.list[hd_rng_below(rng, sites.n)];
		if (!hd_model_reaches(m->model, m->chosen[i], p->sites[i])) {
			return false;
		}
	}
	return !hd_map_set_has(&hd_map()->covered, hd_map_key(m->class->number, p));
}

// Patterns of the called methods' instructions, an execution for each.
static void add_goals_of_methods(const struct methods *m, struct hd_map_goal goal, uint64_t *rng)
{
	hd_map_targets.one_each = true;
	for (unsigned i = 0; i < DRAWS && hd_map_targets.n < HD_MAP_TARGETS; i++) {
		if (draw_sites(m, rng, &goal.pattern)) {
			hd_map_targets.list[hd_map_targets.n++] = goal;
		}
	}
}

static void add_target(struct state *s, const struct hd_proposal *p, struct hd_test *t, struct methods *m, bool ranked)
{
	struct hd_map_goal goal = {.pattern = *m->pattern, .threads = {1, 2}};

	if (!choose_methods(s, m, ranked, p->rng) || !append_calls(t, p, m, goal.calls)) {
		return;
	}
	count_pairs(s->covcon.pairs, m);
	if (m->by_variable) {
		add_goals_of_methods(m, goal, p->rng);
	} else {
		hd_map_targets.list[hd_map_targets.n++] = goal;
	}
}

static bool propose_with(struct state *s, const struct hd_proposal *p, struct hd_test *t, bool ranked, bool by_variable)
{
	struct hd_map_pattern pattern;
	struct methods m = {.class = p->class,
		.model = p->class->model,
		.pattern = &pattern,
		.by_variable = by_variable};
	unsigned more = p->prefix_max ? p->prefix_max : PREFIX_CALLS;
	unsigned most = p->suffix_max ? p->suffix_max : SUFFIX_CALLS;

	hd_map_targets.n = 0;
	hd_map_targets.one_each = false;
	bool any = s->round > 0 && (s->any = !s->any);
	if (any || !choose_pattern(s, p->class, p->rng, &pattern)) {
		return hd_random_test(p, 1, most, t);
	}
	if (!hd_build_begin(t, p->class->number, p->rng, false)) {
		return false;
	}
	build_prefix(t, &m, hd_rng_below(p->rng, more + 1), p->rng);
	t->nthreads = (uint8_t)p->threads;
	for (unsigned tries = 0; tries < FILL_TRIES && hd_map_targets.n < HD_MAP_TARGETS && !is_full(t, most);
		tries++) {
		if (tries > 0 && !choose_pattern(s, p->class, p->rng, &pattern)) {
			break;
		}
		if (tries == 0 || has_room(t, &hd_map_types[pattern.type], most)) {
			add_target(s, p, t, &m, ranked);
		}
	}
	return hd_map_targets.n > 0 || (by_variable && t->nsuffix[0] > 0 && t->nsuffix[1] > 0);
}

static bool propose(void *state, const struct hd_proposal *p, struct hd_test *t)
{
	return propose_with(state, p, t, true, false);
}

static bool propose_random(void *state, const struct hd_proposal *p, struct hd_test *t)
{
	return propose_with(state, p, t, false, false);
}

static bool propose_by_variable(void *state, const struct hd_proposal *p, struct hd_test *t)
{
	return propose_with(state, p, t, true, true);
}

#define PAPER "Wang et al., MAP-Coverage: a Novel Coverage Criterion for Testing Thread-Safe Classes, ASE 2019"

const struct hd_strategy hd_strategy_maptest = {
	.name = "maptest",
	.paper = PAPER,
	.state_size = sizeof(struct state),
	.executions = 16,
	.metrics = {&hd_metric_method_pairs, &hd_metric_access_patterns},
	.begin = begin,
	.propose = propose,
};

const struct hd_strategy hd_strategy_maptest_random = {
	.name = "maptest-random",
	.paper = PAPER,
	.state_size = sizeof(struct state),
	.executions = 16,
	.metrics = {&hd_metric_method_pairs, &hd_metric_access_patterns},
	.begin = begin,
	.propose = propose_random,
};

const struct hd_strategy hd_strategy_maptest_variable = {
	.name = "maptest-variable",
	.paper = PAPER,
	.state_size = sizeof(struct state),
	.executions = 16,
	.metrics = {&hd_metric_method_pairs, &hd_metric_access_patterns},
	.begin = begin,
	.propose = propose_by_variable,
};
