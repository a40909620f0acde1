// SPDX-License-Identifier: Apache-2.0
// Around a stored test (heddle check): the test itself under many schedules, and between them its
// neighbours, which differ from it in one call. If the test is small, its schedules are searched
// through first. Without a stored test, or for another class, tests are random.
#include "strategy/random_once.h"
#include "strategy/strategy.h"

#define SCHEDULES 400 // of the test itself, each time
#define NEIGHBOUR_SCHEDULES 100

struct state {
	bool has_test;
	struct hd_test test;
	uint64_t proposals; // so far
};

static void begin(void *state, const struct hd_class *class)
{
	struct state *s = state;

	s->has_test = hd_stored_test_path && hd_load_test(hd_stored_test_path, &s->test) &&
		s->test.class == class->number;
}

static bool is_referred_to(const struct hd_test *t, unsigned call)
{
	for (unsigned k = 0; k < t->nthreads; k++) {
		for (unsigned i = 0; i < t->nsuffix[k]; i++) {
			const struct hd_call_data *c = &t->suffix[k][i];
			for (unsigned p = 0; p < hd_function(c->function)->nparams; p++) {
				if (c->args[p].source == HD_FROM_CALL && c->args[p].value == call) {
					return true;
				}
			}
		}
	}
	return false;
}

// The last call of a thread, unless it is its only one or another call needs what it gives.
static void drop_call(struct hd_test *t, unsigned thread)
{
	unsigned last = t->nsuffix[thread] - 1u;

	if (t->nsuffix[thread] > 1 && !is_referred_to(t, hd_given_by(thread, last))) {
		t->nsuffix[thread]--;
	}
}

static void change(struct hd_test *t, const struct hd_proposal *p)
{
	unsigned thread = hd_rng_below(p->rng, t->nthreads);
	uint16_t method = p->class->methods[hd_rng_below(p->rng, p->class->nmethods)];

	switch (hd_rng_below(p->rng, 4)) {
	case 0:
		drop_call(t, thread);
		break;
	case 1:
		hd_build_suffix_call(t, thread, method, p->rng);
		break;
	case 2: // another call, or other values, instead of the last
		drop_call(t, thread);
		hd_build_suffix_call(t, thread, method, p->rng);
		break;
	default:
		hd_build_prefix(t, 1, p->rng);
	}
}

static bool propose(void *state, const struct hd_proposal *p, struct hd_test *t)
{
	struct state *s = state;
	uint64_t number = s->proposals++;

	if (!s->has_test) {
		return hd_random_test(p, 1, 2, t);
	}
	*t = s->test;
	p->effort->schedules = SCHEDULES;
	p->effort->search = number == 0;
	if (number % 2 == 1) {
		p->effort->schedules = NEIGHBOUR_SCHEDULES;
		change(t, p);
	}
	return true;
}

const struct hd_strategy hd_strategy_around = {
	.name = "around",
	.state_size = sizeof(struct state),
	.executions = SCHEDULES,
	.metrics = {&hd_metric_method_pairs},
	.begin = begin,
	.propose = propose,
};
