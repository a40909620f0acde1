// SPDX-License-Identifier: Apache-2.0
// ConTeGe (Pradel and Gross, PLDI 2012): random calls after a random prefix. Prefixes
// and suffixes are kept: a new suffix becomes a test with itself and with every other
// that was made for its prefix, and each test is executed many times. The numbers are
// those that the source (github.com/michaelpradel/ConTeGe, ClassTester.scala) names for
// the paper: 5 calls in a prefix, 2 in a suffix, 100 executions of a test; 20 suffixes to
// a prefix. It starts anew after 500 suffixes; the published script does so, too, but
// after fewer in its first 40 rounds.
#include "strategy/strategy.h"

#define PREFIX_CALLS 5
#define SUFFIX_CALLS 2
#define EXECUTIONS 100
#define SUFFIXES 500
#define PREFIXES (SUFFIXES / 20)
#define MOST_SUFFIXES 64 // of one prefix: three times the average

struct prefix {
	struct hd_test test; // without suffixes
	unsigned n;
	struct {
		uint64_t seed; // what it is drawn from, again for every test
		uint64_t hash; // of its calls
	} suffixes[MOST_SUFFIXES];
};

struct state {
	struct prefix *prefixes;
	unsigned nprefixes;
	unsigned tries;               // to make a suffix, since it started anew
	struct prefix *at;            // of the newest suffix
	uint8_t ready[MOST_SUFFIXES]; // those it is still to be tested with
	unsigned nready;
};

static void begin(void *state, const struct hd_class *class)
{
	struct state *s = state;

	(void)class;
	s->prefixes = hd_persist_alloc(PREFIXES * sizeof(*s->prefixes));
}

// Another one as long as there are few, else one that is there; NULL: none could be made.
static struct prefix *choose_prefix(struct state *s, const struct hd_proposal *p)
{
	if (s->nprefixes == PREFIXES) {
		return &s->prefixes[hd_rng_below(p->rng, PREFIXES)];
	}
	struct prefix *x = &s->prefixes[s->nprefixes];
	if (!hd_build_begin(&x->test, p->class->number, p->rng, false)) {
		return s->nprefixes ? &s->prefixes[hd_rng_below(p->rng, s->nprefixes)] : NULL;
	}
	hd_build_prefix(&x->test, p->prefix_max ? p->prefix_max : PREFIX_CALLS, p->rng);
	x->n = 0;
	s->nprefixes++;
	return x;
}

static void draw_suffix(struct hd_test *t, unsigned thread, const struct hd_proposal *p, uint64_t seed)
{
	unsigned n = p->suffix_max ? p->suffix_max : SUFFIX_CALLS;

	for (unsigned i = 0; i < n; i++) {
		uint16_t method = p->class->methods[hd_rng_below(&seed, p->class->nmethods)];
		hd_build_suffix_call(t, thread, method, &seed);
	}
}

static uint64_t hash_suffix(const struct hd_test *t)
{
	uint64_t hash = t->nsuffix[0];

	for (unsigned i = 0; i < t->nsuffix[0]; i++) {
		const struct hd_call_data *c = &t->suffix[0][i];
		hash = hd_mix(hash ^ c->function);
		for (unsigned a = 0; a < HD_API_MAX_PARAMS; a++) {
			hash = hd_mix(hash ^ (uint64_t)c->args[a].source << 60 ^ (uint64_t)c->args[a].value);
		}
	}
	return hash;
}

static bool is_new(const struct prefix *x, uint64_t hash)
{
	for (unsigned i = 0; i < x->n; i++) {
		if (x->suffixes[i].hash == hash) {
			return false;
		}
	}
	return true;
}

// A suffix that its prefix does not have, to be tested with all that it has and with
// itself; false: not this time. *t is room to draw it.
static bool make_suffix(struct state *s, const struct hd_proposal *p, struct hd_test *t)
{
	if (s->tries++ == SUFFIXES) {
		s->tries = s->nprefixes = 0;
	}
	struct prefix *x = choose_prefix(s, p);
	if (!x || x->n == MOST_SUFFIXES) {
		return false;
	}
	uint64_t seed = hd_rng(p->rng);
	*t = x->test;
	draw_suffix(t, 0, p, seed);
	uint64_t hash = hash_suffix(t);
	if (t->nsuffix[0] == 0 || !is_new(x, hash)) {
		return false;
	}
	x->suffixes[x->n].seed = seed;
	x->suffixes[x->n++].hash = hash;
	s->at = x;
	for (s->nready = 0; s->nready < x->n; s->nready++) {
		s->ready[s->nready] = (uint8_t)s->nready;
	}
	return true;
}

static bool propose(void *state, const struct hd_proposal *p, struct hd_test *t)
{
	struct state *s = state;

	if (s->nready == 0 && !make_suffix(s, p, t)) {
		return false;
	}
	unsigned k = hd_rng_below(p->rng, s->nready);
	unsigned other = s->ready[k], newest = s->at->n - 1;
	s->ready[k] = s->ready[--s->nready];
	*t = s->at->test;
	t->nthreads = (uint8_t)p->threads;
	for (unsigned thread = 0; thread < p->threads; thread++) {
		draw_suffix(t, thread, p, s->at->suffixes[thread % 2 ? other : newest].seed);
		if (t->nsuffix[thread] == 0) {
			return false; // its objects had no room beside those of the other
		}
	}
	return true;
}

const struct hd_strategy hd_strategy_random = {
	.name = "random",
	.paper = "Pradel and Gross, Fully Automatic and Precise Detection of Thread Safety Violations, PLDI 2012",
	.state_size = sizeof(struct state),
	.executions = EXECUTIONS,
	.metrics = {&hd_metric_method_pairs},
	.begin = begin,
	.propose = propose,
};
