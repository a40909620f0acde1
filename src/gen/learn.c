// SPDX-License-Identifier: Apache-2.0
// Learning by sequential trial. Every function is called alone, after the
// constructors it needs and before the destructors, with each kind of value
// its parameters could take. What faults is illegal and not used again; what
// frees the object is a destructor; what writes nothing is an observer.
//
// A trial may end the worker. How far learning has come is therefore kept where
// the next worker finds it: that one repeats the step, not what came before.
#include "gen/learn.h"
#include "gen/harvest.h"
#include "runtime/rng.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define MOST_ATTEMPTS 32 // workers that one step may cost

struct hd_function_facts *hd_facts;
struct hd_class *hd_classes;

enum step {
	SETUPS,
	CONSTRUCTORS,
	CONSTRUCTORS_AGAIN,
	CONSTRUCTORS_WITH_SETUP,
	DESTRUCTORS,
	METHODS,
	METHODS_AGAIN,
	ENDS,
	METHODS_INSIDE,
	COLLECTION,
	EFFECTS,
	CLASSES,
	LEARNED
};

static struct {
	enum step step;
	uint32_t next;     // function or class
	unsigned attempts; // at this one
	uint64_t rng;      // before it
	bool loaded;       // the facts are those of another campaign
} *progress;

const struct hd_class *hd_class(uint16_t number)
{
	return &hd_classes[number];
}

const struct hd_model *hd_class_model(uint16_t number)
{
	return hd_effects_model(&hd_classes[number]);
}

int hd_learn_destructor(uint16_t class)
{
	return class == HD_API_NONE ? -1 : hd_classes[class].destructor;
}

static uint16_t outs_of(const struct hd_api_function *f)
{
	uint16_t outs = 0;

	for (unsigned i = 0; i < f->nparams; i++) {
		const struct hd_api_type *t = &f->params[i];
		bool gives = t->kind == HD_API_OUT || (t->kind == HD_API_BUFFER && !t->is_const);
		outs |= (uint16_t)(gives << i);
	}
	return outs;
}

void hd_learn_init(void)
{
	hd_facts = hd_persist_alloc(__heddle_api.nfunctions * sizeof(*hd_facts));
	hd_classes = hd_persist_alloc(__heddle_api.nclasses * sizeof(*hd_classes));
	progress = hd_persist_alloc(sizeof(*progress));
	hd_in_out_init();
	hd_harvest_init();
	for (uint32_t i = 0; i < __heddle_api.nclasses; i++) {
		hd_classes[i].number = (uint16_t)i;
		hd_classes[i].destructor = -1;
	}
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		hd_facts[i].outs = outs_of(hd_function((uint16_t)i));
	}
}

// ---- step by step ----------------------------------------------------------------------

// Every attempt has cost a worker.
static void give_up(uint16_t i)
{
	if (progress->step == EFFECTS) {
		hd_facts[i].changes = true;
	} else if (progress->step < ENDS) {
		hd_facts[i].usable = false;
		hd_facts[i].why = "crashes in the C library when called on its own";
	}
}

static void make_step(uint16_t i, uint64_t *rng)
{
	switch (progress->step) {
	case SETUPS:
		if (hd_function(i)->role == HD_API_SETUP) {
			hd_learn_function(i, rng);
		}
		break;
	case CONSTRUCTORS_WITH_SETUP:
		hd_learn_constructor_needs(i, rng);
		break;
	case CONSTRUCTORS:
	case CONSTRUCTORS_AGAIN:
		hd_learn_constructor(i, progress->step == CONSTRUCTORS, rng);
		break;
	case DESTRUCTORS:
		if (!hd_ends_given(i)) {
			hd_learn_find_destructor(i, rng);
		}
		break;
	case METHODS:
	case METHODS_AGAIN: // those that take what others give out
		hd_learn_in_out(i, rng);
		if (hd_learn_is_method(i) && hd_learn_takes_given(i) == (progress->step == METHODS_AGAIN)) {
			hd_learn_method(i, rng);
		} else if (hd_ends_given(i) && progress->step == METHODS_AGAIN) {
			hd_learn_find_destructor(i, rng);
		}
		break;
	case ENDS:
		hd_learn_revise_end(i, rng);
		break;
	case METHODS_INSIDE: // those that want a lock of their class
		if (hd_learn_is_method(i)) {
			hd_learn_inside(i, rng);
		}
		break;
	case COLLECTION:
		hd_learn_collect(&hd_classes[i], i, rng);
		break;
	case EFFECTS:
		hd_learn_method_effects(i, rng);
		break;
	case CLASSES:
		hd_learn_judge(i, rng);
		break;
	case LEARNED:
		break;
	}
}

static unsigned count_untried(void)
{
	unsigned n = 0;

	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		n += hd_facts[i].untried;
	}
	return n;
}

unsigned hd_learn_all(uint64_t seed, bool (*may_go_on)(void))
{
	hd_trial_has_time = may_go_on;
	if (progress->rng == 0) {
		progress->rng = hd_mix(seed + 77);
	}
	for (; progress->step < LEARNED; progress->step++, progress->next = 0) {
		if (progress->step == EFFECTS && progress->loaded) {
			continue;
		}
		bool of_classes = progress->step == ENDS || progress->step == COLLECTION || progress->step == CLASSES;
		uint32_t n = of_classes ? __heddle_api.nclasses : __heddle_api.nfunctions;
		for (; progress->next < n; progress->next++, progress->attempts = 0) {
			uint64_t rng = progress->rng;
			if (progress->attempts++ < MOST_ATTEMPTS) {
				make_step((uint16_t)progress->next, &rng);
			} else {
				give_up((uint16_t)progress->next);
			}
			progress->rng = rng;
		}
	}
	return count_untried();
}

// ---- for other campaigns ---------------------------------------------------------------

// Facts hold no pointer but the reason, which is written after them.
#define FACTS_SIZE offsetof(struct hd_function_facts, why)
#define PARAMS_SIZE sizeof(((struct hd_function_facts *)NULL)->params)
#define MOST_WHY 256

static void put_hex(void (*put)(const char *text), const void *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		char text[3];
		snprintf(text, sizeof(text), "%02x", ((const unsigned char *)bytes)[i]);
		put(text);
	}
	put(" ");
}

bool hd_learn_save(void (*put)(const char *text))
{
	char number[32];

	if (progress->step < LEARNED || count_untried() > 0) {
		return false;
	}
	snprintf(number, sizeof(number), "%u ", __heddle_api.nfunctions);
	put(number);
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		const char *why = hd_facts[i].why ? hd_facts[i].why : "";
		put_hex(put, &hd_facts[i], FACTS_SIZE);
		put_hex(put, hd_facts[i].params, PARAMS_SIZE);
		put_hex(put, why, strlen(why));
	}
	return true;
}

// Up to the next blank; how many bytes that were, SIZE_MAX: it is not as it should be.
static size_t read_hex(const char **text, unsigned char *bytes, size_t most)
{
	size_t n = 0;

	for (; **text && **text != ' '; *text += 2) {
		unsigned byte;
		if (n == most || sscanf(*text, "%2x", &byte) != 1 || (*text)[1] == '\0') {
			return SIZE_MAX;
		}
		bytes[n++] = (unsigned char)byte;
	}
	*text += **text == ' ';
	return n;
}

// The reason is text, not a pointer.
static bool read_facts(const char **text, struct hd_function_facts *facts, char why[MOST_WHY])
{
	size_t n = SIZE_MAX;

	*facts = (struct hd_function_facts){0};
	if (read_hex(text, (unsigned char *)facts, FACTS_SIZE) == FACTS_SIZE &&
		read_hex(text, (unsigned char *)facts->params, PARAMS_SIZE) == PARAMS_SIZE) {
		n = read_hex(text, (unsigned char *)why, MOST_WHY - 1);
	}
	if (n == SIZE_MAX) {
		return false;
	}
	why[n] = '\0';
	return true;
}

// A byte that is neither is no bool.
static bool are_flags(const struct hd_function_facts *facts)
{
#define AT(field) offsetof(struct hd_function_facts, field)
	static const size_t flags[] = {AT(usable), AT(destroys), AT(changes), AT(divided), AT(paired), AT(inside),
		AT(shares), AT(may_block), AT(has_default), AT(in_out), AT(ends), AT(lives), AT(optional), AT(hangs),
		AT(has_plain), AT(tried_again)};
#undef AT
	for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++) {
		if (((const unsigned char *)facts)[flags[i]] > 1) {
			return false;
		}
	}
	return true;
}

// The text may be anybody's: what is used as an index, a mask or a bool could be one.
static bool are_possible(uint16_t i, const struct hd_function_facts *facts)
{
	const struct hd_api_function *f = hd_function(i);

	for (unsigned p = 0; p < HD_API_MAX_PARAMS; p++) {
		if (facts->params[p].plain >= HD_FROM_COUNT) {
			return false;
		}
	}
	return are_flags(facts) && facts->needs <= __heddle_api.nfunctions && facts->needs != i + 1u &&
		facts->outs == outs_of(f) && (!facts->in_out || f->params[0].in_out) &&
		!(facts->ends && f->class == HD_API_NONE);
}

static bool can_be_read(const char *text)
{
	bool read = true;

	for (uint32_t i = 0; i < __heddle_api.nfunctions && read; i++) {
		struct hd_function_facts facts;
		char why[MOST_WHY];
		read = read_facts(&text, &facts, why) && are_possible((uint16_t)i, &facts);
	}
	return read;
}

static void load_facts(uint16_t i, const char **text)
{
	char why[MOST_WHY];

	read_facts(text, &hd_facts[i], why);
	if (why[0]) {
		char *kept = hd_persist_alloc(strlen(why) + 1);
		memcpy(kept, why, strlen(why));
		hd_facts[i].why = kept;
	}
	if (hd_facts[i].in_out) {
		hd_in_out_correct(i);
	}
	if (hd_facts[i].ends) {
		hd_learn_set_destructor(i);
	}
}

// Only what follows from the facts is done again. All or nothing: others have the same memory.
bool hd_learn_load(const char *text)
{
	unsigned n;
	bool fits = sscanf(text, "%u", &n) == 1 && n == __heddle_api.nfunctions && (text = strchr(text, ' '));

	if (progress->step != SETUPS || progress->next > 0 || !fits || !can_be_read(++text)) {
		return false;
	}
	for (uint32_t i = 0; i < n; i++) {
		load_facts((uint16_t)i, &text);
	}
	progress->step = COLLECTION;
	progress->loaded = true;
	return true;
}
