// SPDX-License-Identifier: Apache-2.0
#include "gen/harvest.h"
#include "gen/test.h"
#include "model/constants.h"
#include "runtime/rng.h"

#include <string.h>

#define MOST 32 // of one function

// What a function and what it calls compare with.
struct harvest {
	struct {
		int64_t value;
		bool is_bound;
	} numbers[MOST];
	uint8_t texts[MOST];
};

const char *hd_harvest_texts[HD_HARVEST_TEXTS];
unsigned hd_harvest_ntexts;
static struct harvest *harvests; // by function
// How much there is, by function: most have nothing, and who looks for one that has something looks here only.
static struct counts {
	uint8_t numbers, texts;
} *counts;

static unsigned number_of(const char *text)
{
	unsigned i = 0;

	while (i < hd_harvest_ntexts && strcmp(hd_harvest_texts[i], text) != 0) {
		i++;
	}
	if (i == hd_harvest_ntexts && i < HD_HARVEST_TEXTS) {
		hd_harvest_texts[hd_harvest_ntexts++] = text;
	}
	return i;
}

static void take(struct harvest *h, struct counts *n, const struct hd_constant *c)
{
	if (!c->text && n->numbers < MOST) {
		h->numbers[n->numbers].value = c->value;
		h->numbers[n->numbers++].is_bound = c->is_bound;
	} else if (c->text && n->texts < MOST) {
		unsigned number = number_of(c->text);
		if (number < HD_HARVEST_TEXTS) {
			h->texts[n->texts++] = (uint8_t)number;
		}
	}
}

void hd_harvest_init(void)
{
	const struct hd_constant *found[2 * MOST];
	struct hd_calls calls;
	struct hd_constants constants;

	hd_calls_create(&calls);
	hd_constants_create(&constants, &calls);
	harvests = hd_persist_alloc(__heddle_api.nfunctions * sizeof(*harvests));
	counts = hd_persist_alloc(__heddle_api.nfunctions * sizeof(*counts));
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		unsigned n = hd_constants_of(&constants, hd_function((uint16_t)i)->address, found, 2 * MOST);
		for (unsigned k = 0; k < n; k++) {
			take(&harvests[i], &counts[i], found[k]);
		}
	}
	hd_constants_destroy(&constants);
	hd_calls_destroy(&calls);
}

static unsigned count(uint32_t function, bool texts)
{
	return texts ? counts[function].texts : counts[function].numbers;
}

static bool are_kin(uint32_t a, uint32_t b)
{
	return hd_function((uint16_t)a)->class == hd_function((uint16_t)b)->class;
}

// The function itself, or another of its class that has some: what one stores another compares. -1: none.
static int choose(uint16_t function, bool texts, uint64_t *rng)
{
	int chosen = -1;
	unsigned n = 0;

	if (!harvests) {
		return -1;
	}
	if (count(function, texts) > 0 && hd_rng_below(rng, 2) == 0) {
		return function;
	}
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		if (count(i, texts) > 0 && are_kin(i, function) && hd_rng_below(rng, ++n) == 0) {
			chosen = (int)i;
		}
	}
	return chosen;
}

bool hd_harvest_number(uint16_t function, uint64_t *rng, int64_t *out)
{
	int chosen = choose(function, false, rng);

	if (chosen < 0) {
		return false;
	}
	const struct harvest *h = &harvests[chosen];
	unsigned i = hd_rng_below(rng, counts[chosen].numbers);
	uint64_t beside = h->numbers[i].is_bound ? hd_rng_below(rng, 3) - UINT64_C(1)
						 : 0; // one less, the same, one more
	*out = (int64_t)((uint64_t)h->numbers[i].value + beside);
	return true;
}

bool hd_harvest_text(uint16_t function, uint64_t *rng, unsigned *out)
{
	int chosen = choose(function, true, rng);

	if (chosen >= 0) {
		*out = harvests[chosen].texts[hd_rng_below(rng, counts[chosen].texts)];
	}
	return chosen >= 0;
}
