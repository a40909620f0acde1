// SPDX-License-Identifier: Apache-2.0
// Prefixes of many calls of one method.
#include "gen/test.h"
#include "runtime/rng.h"

#define FIRST_VALUE 20 // larger than most that are drawn: those are not there yet
#define DEEP_ONE_IN 8  // prefixes

void hd_build_repeat(struct hd_test *t, unsigned times)
{
	struct hd_call_data *c = &t->prefix[t->nprefix - 1];
	const struct hd_api_function *f = hd_function(c->function);

	c->times = (uint16_t)times;
	for (unsigned p = 0; p < f->nparams; p++) {
		if (f->params[p].kind == HD_API_INT && f->params[p].low > f->params[p].high &&
			c->args[p].source == HD_FROM_CONSTANT) {
			c->args[p].value = FIRST_VALUE;
		}
		if (c->args[p].source == HD_FROM_BUFFER ||
			(c->args[p].source == HD_FROM_STRING && !f->params[p].is_format)) {
			c->args[p].number = FIRST_VALUE;
		}
	}
}

void hd_build_deep(struct hd_test *t, uint64_t *rng)
{
	const struct hd_class *c = hd_class(t->class);
	uint64_t own = hd_mix(*rng + 0x64656570); // what comes later is not to depend on it
	uint8_t before = t->nprefix;

	if (c->ndepths == 0 || hd_rng_below(&own, DEEP_ONE_IN) > 0) {
		return;
	}
	unsigned i = hd_rng_below(&own, c->ndepths);
	if (!hd_build_prefix_call(t, c->depths[i].function, &own, true)) {
		return;
	}
	hd_build_repeat(t, c->depths[i].times);
	if (hd_test_try(t) != HD_VERDICT_NONE) {
		t->nprefix = before;
	}
}
