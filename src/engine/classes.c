// SPDX-License-Identifier: Apache-2.0
// Which classes are tested: the API is learned, once, by the first worker; the others wait.
#include "engine/engine.h"

#include "engine/metrics.h"

#include <string.h>
#include <unistd.h>

static bool wants_class(uint16_t i)
{
	const char *name = hd_campaign->control->config.class_name;
	return name[0] == '\0' || strcmp(name, __heddle_api.classes[i].name) == 0;
}

static void say_why_not(void)
{
	for (uint32_t i = 0; i < __heddle_api.nclasses; i++) {
		if (wants_class((uint16_t)i)) {
			hd_message_note("error", NULL, "%s %s", __heddle_api.classes[i].name,
				hd_class((uint16_t)i)->problem);
		}
	}
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		if (hd_facts[i].why) {
			hd_message_note("warning", NULL, "%s: %s", hd_function((uint16_t)i)->name, hd_facts[i].why);
		}
	}
}

// Other classes are tested; that this one is not is no footnote.
static void warn_of_untested(void)
{
	for (uint32_t i = 0; i < __heddle_api.nclasses; i++) {
		const struct hd_class *c = hd_class((uint16_t)i);
		if (wants_class((uint16_t)i) && __heddle_api.classes[i].selected && !c->usable && c->problem[0] &&
			c->contract != HD_CONTRACT_NOTHING) {
			hd_message_note("warning", NULL, "%s is not tested: it %s", __heddle_api.classes[i].name,
				c->problem);
		}
	}
}

// Is the contract all that keeps classes from being tested?
static bool promise_nothing(void)
{
	bool any = false;

	for (uint32_t i = 0; i < __heddle_api.nclasses; i++) {
		any |= wants_class((uint16_t)i) && hd_class((uint16_t)i)->contract == HD_CONTRACT_NOTHING;
	}
	return any;
}

static struct hd_subject subject_of(uint16_t i)
{
	const struct hd_class *c = hd_class(i);

	return (struct hd_subject){
		.class = i,
		.methods = c->methods,
		.nmethods = c->nmethods,
		.method_of = c->method_of,
		.model = hd_class_model(i),
		.spawns = c->spawns,
	};
}

static void choose_classes(void)
{
	struct hd_campaign *c = hd_campaign;

	c->nclasses = 0;
	c->classes = hd_persist_alloc(__heddle_api.nclasses * sizeof(*c->classes));
	c->subjects = hd_persist_alloc(__heddle_api.nclasses * sizeof(*c->subjects));
	for (uint32_t i = 0; i < __heddle_api.nclasses; i++) {
		if (wants_class((uint16_t)i) && hd_class((uint16_t)i)->usable) {
			c->subjects[c->nclasses] = subject_of((uint16_t)i);
			c->classes[c->nclasses++] = (uint16_t)i;
		}
	}
}

static void prepare_worker(void)
{
	struct hd_campaign *c = hd_campaign;
	struct hd_worker *w = hd_worker;

	if (w->strategy_states) {
		return; // left by the one before
	}
	w->rng = hd_mix(c->control->config.seed + 1 + w->number * 7919u + c->control->config.first * 104729u);
	hd_results_init(&w->rounds);
	hd_states_init(&w->rounds);
	hd_resources_init(&w->rounds.leftovers);
	w->strategy_states = hd_persist_alloc(__heddle_api.nclasses * sizeof(*w->strategy_states));
	for (unsigned i = 0; i < c->nclasses; i++) {
		void *state = hd_persist_alloc(c->strategy->state_size);
		if (c->strategy->begin) {
			c->strategy->begin(state, hd_class(c->classes[i]));
		}
		w->strategy_states[c->classes[i]] = state;
	}
}

static bool may_learn(void)
{
	const struct hd_control *control = hd_campaign->control;
	uint64_t limit_ns = control->config.time_ms * 1000000u / 2;

	return !control->progress.stop && (!limit_ns || hd_campaign_elapsed_ns() < limit_ns);
}

// Calls that block in uninstrumented code should not use up the available time.
static void learn(void)
{
	const struct hd_config *config = &hd_campaign->control->config;
	uint64_t hang_ms = hd_hang_ms;

	if (config->time_ms && config->time_ms / 10 < hang_ms) {
		hd_hang_ms = config->time_ms / 10;
	}
	// What is replayed was found under a contract that is not known any more.
	hd_contract_lifted = config->mode == HD_MODE_REPLAY;
	hd_contract_forced = config->mode == HD_MODE_REPLAY ? HD_CONTRACT_SHARED : (uint8_t)config->contract;
	unsigned untried = hd_learn_all(config->seed, may_learn);
	hd_hang_ms = hang_ms;
	if (untried > 0 && !hd_campaign->control->progress.stop) {
		hd_message_note("warning", NULL,
			"learning the API took half of --time: %u function%s not tried and will not be called", untried,
			untried == 1 ? " was" : "s were");
	}
}

bool hd_tests_setup(void)
{
	struct hd_campaign *c = hd_campaign;

	if (hd_worker->number == 0 && c->learned < 2) {
		c->learned = 1;
		hd_resume_learned();
		learn();
		choose_classes();
		if (hd_wanted && !hd_reproduce_begin()) {
			return false;
		}
		if (c->nclasses > 0) {
			warn_of_untested();
		}
		hd_turns_setup();
		hd_metrics_begin();
		hd_resume_goals();
		c->learned = 2; // a worker that dies before this begins again, wiser
	}
	while (c->learned < 2 && !c->over) { // the first worker is at it
		usleep(100);
	}
	prepare_worker();
	if (c->nclasses == 0 && c->control->progress.stop) {
		hd_campaign_finish("interrupted");
		return true;
	}
	if (c->nclasses == 0 && promise_nothing()) {
		hd_campaign_finish("untested"); // which the host tells
		return true;
	}
	if (c->nclasses == 0) {
		say_why_not();
		return false;
	}
	return true;
}
