// SPDX-License-Identifier: Apache-2.0
// heddle reproduce: a campaign that looks for one crash (strategy/concrash.c) and ends when it has
// it. Violations that are another crash are findings all the same.
#include "engine/engine.h"

static enum hd_match best; // of the test at hand, in this process
static enum hd_verdict fault;

void hd_reproduce_setup(void)
{
	const char *path = hd_campaign->control->config.crash_file;

	if (path[0] && &__heddle_api) {
		hd_wanted_read(path);
		hd_campaign->strategy = &hd_strategy_concrash;
	}
}

// Only the class of the crashing method is of interest.
static void choose_class(void)
{
	struct hd_campaign *c = hd_campaign;
	uint16_t class = hd_function((uint16_t)hd_wanted_stack()->method)->class;

	for (unsigned i = 0; i < c->nclasses; i++) {
		if (c->classes[i] == class) {
			c->classes[0] = c->classes[i];
			c->subjects[0] = c->subjects[i];
			c->nclasses = 1;
			return;
		}
	}
}

bool hd_reproduce_begin(void)
{
	if (hd_wanted->unusable) {
		hd_message_note("error", NULL, "%s", hd_wanted->missing);
		return false;
	}
	hd_wanted_bind();
	if (hd_wanted->missing[0]) {
		hd_campaign_finish("exhausted");
	} else {
		choose_class();
	}
	return true;
}

bool hd_reproduce_saw(const struct hd_fault *f)
{
	enum hd_match m = hd_wanted ? hd_match_fault(f) : HD_MATCH_NONE;

	if (m >= best) {
		best = m;
		fault = f->kind;
	}
	return m >= HD_MATCH_FUNCTIONS;
}

bool hd_reproduce_is_sequential(void)
{
	return hd_wanted && hd_worker->test.nthreads == 1;
}

bool hd_reproduce_keeps(const struct hd_record *r)
{
	return !hd_wanted || !hd_worker->suspect.is_wanted || hd_match_fault(&r->fault) >= HD_MATCH_FUNCTIONS;
}

bool hd_reproduce_ends(enum hd_match match)
{
	return !hd_wanted || match >= HD_MATCH_FUNCTIONS;
}

void hd_reproduce_end_test(bool sampled)
{
	hd_wanted->count.sampled += sampled;
	hd_wanted_keep_nearest(&hd_worker->test, best, fault);
	best = HD_MATCH_NONE;
	fault = HD_VERDICT_NONE;
}
