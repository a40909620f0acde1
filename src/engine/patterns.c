// SPDX-License-Identifier: Apache-2.0
// Memory-access patterns in a campaign: which classes they are of, and when they
// are measured.
#include "engine/engine.h"

#include "strategy/map/map.h"

const struct hd_model *hd_patterns_model(uint16_t class)
{
	const void *methods[sizeof(hd_class_facts->methods) / sizeof(*hd_class_facts->methods)];

	if (!hd_map->models[class]) {
		uint16_t before = hd_class_under_test;
		hd_learn_select(class);
		for (unsigned i = 0; i < hd_class_facts->nmethods; i++) {
			methods[i] = hd_function(hd_class_facts->methods[i])->address;
		}
		hd_map->models[class] = hd_model_build(methods, hd_class_facts->nmethods);
		hd_learn_select(before);
	}
	return hd_map->models[class];
}

void hd_patterns_setup(void)
{
	const struct hd_campaign *c = hd_campaign;
	const struct hd_config *config = &c->control->config;
	bool wanted = config->measure & HD_MEASURE_ACCESS_PATTERNS || c->select->uses_patterns || c->strategy->asked_at;

	for (unsigned i = 0; wanted && i < c->nclasses; i++) {
		hd_patterns_model(c->classes[i]);
		hd_map_measure(c->classes[i]);
	}
}
