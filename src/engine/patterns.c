// SPDX-License-Identifier: Apache-2.0
// Memory-access patterns in a campaign: which classes they are of, and when they
// are measured.
#include "engine/engine.h"

#include "strategy/map/map.h"

const struct hd_model *hd_patterns_model(uint16_t class)
{
	if (!hd_map->models[class]) {
		uint16_t before = hd_class_under_test;
		hd_learn_select(class);
		hd_map->models[class] = hd_effects_model(hd_class_facts);
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
		hd_map_count(c->classes[i]);
	}
	if (wanted) {
		hd_map_measure();
	}
}
