// SPDX-License-Identifier: Apache-2.0
// The end that every test has: observers are asked, then objects are destroyed. What can be
// asked depends on what the threads were given, so these calls are not part of the test.
#include "gen/kin.h"
#include "gen/results.h"
#include "gen/run.h"

static struct hd_arg simple_argument(const struct hd_api_function *f, unsigned p, unsigned object)
{
	if (p == f->self) {
		return (struct hd_arg){.source = HD_FROM_CALL, .value = object};
	}
	switch (f->params[p].kind) {
	case HD_API_STRING:
		return (struct hd_arg){.source = HD_FROM_STRING};
	case HD_API_OUT:
		return (struct hd_arg){.source = HD_FROM_OUT};
	case HD_API_BUFFER:
		return (struct hd_arg){.source = HD_FROM_BUFFER, .value = 64};
	case HD_API_LENGTH:
		return (struct hd_arg){.source = HD_FROM_CONSTANT,
			.value = 64 /
				(f->params[f->params[p].related].size ? f->params[f->params[p].related].size : 1)};
	default:
		return (struct hd_arg){.source = HD_FROM_CONSTANT, .value = 1};
	}
}

static void make_simple(struct hd_call_data *c, uint16_t function, unsigned object)
{
	const struct hd_api_function *f = hd_function(function);

	c->function = function;
	c->times = 0;
	for (unsigned p = 0; p < f->nparams; p++) {
		c->args[p] = simple_argument(f, p, object);
	}
}

// Did the call give an object that the prefix does not have?
static bool gave_another(const struct hd_test *t, unsigned thread, unsigned i)
{
	const struct hd_frame *f = &hd_suffix_frames[thread][i];
	const void *object = hd_objects[hd_given_by(thread, i)];

	return hd_gives(&t->suffix[thread][i], t->class) && f->ended && !f->failed && object &&
		hd_test_object(object) < 0;
}

// The objects that observers are asked of: the shared one, and those that suffixes were
// given, which nothing else would look at. How many.
static unsigned asked_objects(const struct hd_test *t, uint8_t asked[HD_TEST_ASKED])
{
	unsigned n = 0;

	if (t->gives_away || hd_class(t->class)->nobservers == 0) {
		return 0;
	}
	asked[n++] = t->shared;
	for (unsigned k = 0; k < t->nthreads; k++) {
		for (unsigned i = 0; i < t->nsuffix[k] && n < HD_TEST_ASKED; i++) {
			if (gave_another(t, k, i)) {
				asked[n++] = (uint8_t)hd_given_by(k, i);
			}
		}
	}
	return n;
}

const struct hd_call_data *hd_test_observer(const struct hd_test *t, unsigned i)
{
	static struct hd_call_data calls[HD_TEST_ASKED * HD_TEST_OBSERVERS];
	uint8_t asked[HD_TEST_ASKED];
	const struct hd_class *c = hd_class(t->class);

	if (i >= asked_objects(t, asked) * c->nobservers) {
		return NULL;
	}
	make_simple(&calls[i], c->observers[i % c->nobservers], asked[i / c->nobservers]);
	return &calls[i];
}

void hd_epilogue_ask(void)
{
	uint8_t asked[HD_TEST_ASKED];
	const struct hd_class *class = hd_class(hd_test_running->class);
	unsigned n = asked_objects(hd_test_running, asked);
	struct hd_frame *frame = hd_observer_frames;
	struct hd_call_data c;

	for (unsigned k = 0; k < n; k++) {
		for (unsigned i = 0; i < class->nobservers; i++, frame++) {
			make_simple(&c, class->observers[i], asked[k]);
			hd_call_make(&c, frame);
			hd_results_add(&c, frame);
		}
	}
}

bool hd_test_destroyer(const struct hd_test *t, unsigned i, struct hd_call_data *out)
{
	const struct hd_api_function *maker = hd_function(t->prefix[i].function);
	int d = maker->role == HD_API_CONSTRUCTOR ? hd_learn_destructor(maker->class) : -1;

	if (d < 0 || (t->gives_away && i == t->shared) || hd_kin_is_ended(t, i)) {
		return false;
	}
	make_simple(out, (uint16_t)d, i);
	return true;
}

void hd_epilogue_destroy(void)
{
	struct hd_call_data c;
	struct hd_frame frame;

	for (unsigned i = hd_test_running->nprefix; i-- > 0;) {
		if (!hd_prefix_frames[i].failed && hd_prefix_frames[i].ended &&
			hd_test_destroyer(hd_test_running, i, &c)) {
			hd_call_make(&c, &frame);
		}
	}
}
