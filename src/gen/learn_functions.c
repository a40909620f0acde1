// SPDX-License-Identifier: Apache-2.0
// What is learned of a function: can it be used, what does it do to its object and to what was
// there before.
#include "gen/learn.h"
#include "gen/run.h"

#include <stdio.h>
#include <string.h>

static bool object_is_freed(void)
{
	const void *p = hd_test_shared();
	uintptr_t a = (uintptr_t)p;

	return a >= HD_SMALL_BASE && a < HD_STACK_BASE && hd_cell_of(a)->gen == hd.gen &&
		hd_cell_of(a)->flags & HD_CELL_FREED;
}

// Does the call write anything but locks? Compared with the same test without it.
static unsigned writes_in(const struct hd_test *t)
{
	unsigned n = 0;

	hd_trial_run(t, true);
	for (size_t i = 0; i < hd.nlog; i++) {
		const struct hd_event *e = &hd.log[i];
		bool on_stack = e->object >= HD_STACK_BASE && e->object < HD_ARENA_END;
		n += (e->kind == HD_EV_WRITE && !on_stack) || e->kind == HD_EV_ATOMIC_WRITE ||
			(e->kind == HD_EV_ATOMIC_RMW && !e->failed) || e->kind == HD_EV_FREE ||
			e->kind == HD_EV_COND_SIGNAL || e->kind == HD_EV_COND_BROADCAST || e->kind == HD_EV_SEM_POST;
	}
	return n;
}

// The same test with and without the call, in several states, with nothing asked
// or destroyed afterwards.
void hd_learn_effects(uint16_t function, uint64_t *rng)
{
	struct hd_test t;

	for (unsigned i = 0; i < HD_TRIAL_STATES && !hd_facts[function].changes; i++) {
		if (!hd_trial_has_time()) {
			hd_facts[function].changes = true; // for all that is known
			return;
		}
		if (!hd_build_begin_for(&t, function, rng)) {
			return;
		}
		hd_build_prefix(&t, i, rng);
		t.gives_away = true;
		unsigned without = writes_in(&t);
		if (hd_build_prefix_call(&t, function, rng, false) && hd_test_try(&t) == HD_VERDICT_NONE) {
			hd_facts[function].changes |= writes_in(&t) > without;
		}
	}
}

static bool touches(const struct hd_event *e)
{
	bool accesses = e->kind == HD_EV_READ || e->kind == HD_EV_WRITE || e->kind == HD_EV_ATOMIC_READ ||
		e->kind == HD_EV_ATOMIC_WRITE || e->kind == HD_EV_ATOMIC_RMW;
	bool on_stack = e->object >= HD_STACK_BASE && e->object < HD_ARENA_END;

	return accesses && !on_stack && !hd_test_is_room((const void *)e->object);
}

// Was the memory there before the event of this number, as far as it was used?
static bool was_there(uintptr_t object, size_t before)
{
	uintptr_t block = hd_heap_block_at(object);

	for (size_t i = 0; block && i < before; i++) {
		if (touches(&hd.log[i]) && hd_heap_block_at(hd.log[i].object) == block) {
			return true;
		}
	}
	return !block;
}

// Do the events from here on touch what was there in more than one critical section? What is
// touched without a lock is one of its own.
static bool has_sections(size_t from)
{
	unsigned sections = 0, held = 0;
	bool counted = false;

	for (size_t i = from; i < hd.nlog && sections < 2; i++) {
		const struct hd_event *e = &hd.log[i];
		if (hd_event_takes_lock(e->kind)) {
			held += !e->failed;
		} else if (e->kind == HD_EV_UNLOCK && held > 0) {
			held--;
			counted &= held > 0;
		} else if (touches(e) && !counted && was_there(e->object, from)) {
			sections++;
			counted = held > 0;
		}
	}
	return sections > 1;
}

static uint8_t synced(size_t from)
{
	uint8_t how = 0;

	for (size_t i = from; i < hd.nlog; i++) {
		how |= hd_contract_sync(hd.log[i].kind);
	}
	return how;
}

#define SECTION_TRIALS (3 * HD_TRIAL_STATES)

// In several states; what others learn does not depend on it.
void hd_learn_sections(uint16_t function, uint64_t rng)
{
	struct hd_test t;

	for (unsigned i = 0; i < SECTION_TRIALS && !hd_facts[function].divided && hd_trial_has_time(); i++) {
		if (!hd_build_begin_for(&t, function, &rng)) {
			return;
		}
		hd_build_prefix(&t, i % HD_TRIAL_STATES, &rng);
		t.gives_away = true;
		hd_trial_run(&t, true);
		size_t before = hd.nlog;
		if (hd_build_prefix_call(&t, function, &rng, false) && hd_trial_run(&t, true) == HD_VERDICT_NONE) {
			before -= before > 0;
			hd_facts[function].divided = has_sections(before);
			hd_facts[function].synced |= synced(before);
		}
	}
}

bool hd_learn_frees(uint16_t destructor, uint64_t *rng)
{
	struct hd_test t;

	return hd_trial_usual(&t, destructor, rng) && hd_test_try(&t) == HD_VERDICT_NONE && object_is_freed();
}

// A function that frees the object may not be called twice, nor the destructor after it.
bool hd_learn_destroys(uint16_t function, uint64_t *rng)
{
	const struct hd_api_function *f = hd_function(function);
	struct hd_test t;

	if (f->role == HD_API_CONSTRUCTOR || f->self == 0xff || !hd_trial_usual(&t, function, rng)) {
		return false;
	}
	t.gives_away = true; // leave the object as the call leaves it
	if (hd_test_try(&t) != HD_VERDICT_NONE || !object_is_freed()) {
		return false;
	}
	t.nprefix--; // without the call: its owner may free it in the end
	return hd_test_try(&t) != HD_VERDICT_NONE || !object_is_freed();
}

#define MOST_SITES 256

static const void *setup_sites[MOST_SITES]; // where an initialisation writes
static unsigned nsetup_sites;

static bool is_setup_site(const struct hd_event *e)
{
	for (unsigned i = 0; i < nsetup_sites; i++) {
		if (setup_sites[i] == e->site) {
			return true;
		}
	}
	return false;
}

static bool writes_shared(const struct hd_event *e)
{
	bool writes = e->kind == HD_EV_WRITE || e->kind == HD_EV_ATOMIC_WRITE || e->kind == HD_EV_ATOMIC_RMW;
	bool on_stack = e->object >= HD_STACK_BASE && e->object < HD_ARENA_END;

	return writes && !on_stack && !hd_test_is_room((const void *)e->object);
}

static void note_setup_sites(const struct hd_test *t)
{
	nsetup_sites = 0;
	hd_trial_run(t, true);
	for (size_t i = 0; i < hd.nlog && nsetup_sites < MOST_SITES; i++) {
		if (writes_shared(&hd.log[i])) {
			setup_sites[nsetup_sites++] = hd.log[i].site;
		}
	}
}

// Alone, without the initialisation; does it do what that would have done?
static bool initialises(const struct hd_test *t)
{
	hd_trial_run(t, true);
	for (size_t i = 0; i < hd.nlog; i++) {
		if (writes_shared(&hd.log[i]) && is_setup_site(&hd.log[i])) {
			return true;
		}
	}
	return false;
}

void hd_learn_optional_setup(const struct hd_class *c, uint64_t *rng)
{
	struct hd_test t;
	bool any = false;

	if (__heddle_api.classes[c->number].shape != HD_API_MODULE || !hd_build_begin(&t, c->number, rng, true) ||
		t.nprefix == 0) {
		return;
	}
	uint16_t setup = t.prefix[t.nprefix - 1].function;
	if (hd_function(setup)->comes_first) {
		return;
	}
	note_setup_sites(&t);
	for (unsigned i = 0; i < c->nmethods; i++) {
		bool built = hd_build_begin_bare(&t, c->number, rng) &&
			hd_build_prefix_call(&t, c->methods[i], rng, true);
		if (!built || hd_test_try(&t) != HD_VERDICT_NONE) {
			return;
		}
		any |= initialises(&t);
	}
	hd_facts[setup].optional = any;
}

static bool guards(const struct hd_event *e)
{
	return hd_event_takes_lock(e->kind) || e->kind == HD_EV_ATOMIC_RMW || e->kind == HD_EV_SEM_WAIT;
}

// An object in the middle of a block is part of another, whose lock would be none of its own.
static bool guarded_in_trace(void)
{
	const void *object = hd_test_shared();
	uintptr_t block = object ? hd_heap_block_at((uintptr_t)object) : 0;

	for (size_t i = 0; block && block == (uintptr_t)object && i < hd.nlog; i++) {
		if (guards(&hd.log[i]) && hd_heap_block_at(hd.log[i].object) == block) {
			return true;
		}
	}
	return false;
}

bool hd_learn_guards_itself(const struct hd_class *c, uint64_t *rng)
{
	struct hd_test t;

	for (unsigned i = 0; i < c->nmethods && hd_trial_has_time(); i++) {
		if (hd_function(c->methods[i])->class != c->number || !hd_build_begin_for(&t, c->methods[i], rng)) {
			continue;
		}
		t.gives_away = true;
		if (hd_build_prefix_call(&t, c->methods[i], rng, true) && hd_trial_run(&t, true) == HD_VERDICT_NONE &&
			guarded_in_trace()) {
			return true;
		}
	}
	return false;
}

// Plain structs are those that were seen to work, because fields may have to fit each
// other. So are plain strings of constructors that read them.
static void note_good(const struct hd_call_data *c, bool strings)
{
	for (unsigned p = 0; p < hd_function(c->function)->nparams; p++) {
		if (c->args[p].source == HD_FROM_STRUCT || (strings && c->args[p].source == HD_FROM_STRING)) {
			hd_facts[c->function].params[p].good = (uint8_t)c->args[p].value;
		}
	}
}

// A constructor that made nothing so far may be one that reads a text: it gets each
// string there is.
static bool finds_string(uint16_t function, uint64_t *rng)
{
	const struct hd_api_function *f = hd_function(function);
	struct hd_test t;

	for (unsigned i = 0; i < hd_value_nstrings() && hd_trial_usual(&t, function, rng); i++) {
		struct hd_call_data *c = &t.prefix[t.nprefix - 1];
		bool any = false;
		for (unsigned p = 0; p < f->nparams; p++) {
			if (f->params[p].kind == HD_API_STRING) {
				c->args[p] = (struct hd_arg){.source = HD_FROM_STRING,
					.value = hd_value_safe_string(i)};
				any = true;
			}
		}
		if (!any) {
			return false;
		}
		if (hd_test_try(&t) == HD_VERDICT_NONE && hd_trial_constructed()) {
			note_good(c, true);
			return true;
		}
	}
	return false;
}

#define DEATH 240

// What the trial just made died of, and where.
static void describe_death(enum hd_verdict v, char text[DEATH])
{
	const struct hd_site *site = hd.record.fault.site;
	const char *file = site && site->file ? site->file : "", *slash = strrchr(file, '/');
	bool told = v == hd.record.fault.kind && hd.record.fault.message[0];
	int n = snprintf(text, DEATH, "when called on its own: %.140s",
		told ? hd.record.fault.message : hd_verdict_text(v));

	if (told && *file && site->line > 0) {
		snprintf(text + n, DEATH - (size_t)n, " (%.60s:%u)", slash ? slash + 1 : file, site->line);
	}
}

static void note_death(uint16_t function, const char *death)
{
	char *text = hd_persist_alloc(DEATH); // read by the zygote, too

	snprintf(text, DEATH, "%s", death);
	hd_facts[function].why = text;
}

void hd_learn_function(uint16_t function, uint64_t *rng)
{
	const struct hd_api_function *f = hd_function(function);
	struct hd_function_facts *facts = &hd_facts[function];
	struct hd_test t;
	enum hd_verdict last = HD_VERDICT_NONE;
	unsigned good = 0, blocked = 0, built = 0;
	bool exits = false;
	char death[DEATH] = ""; // the first

	if (!f->address) {
		facts->why = "not defined in the files given";
		return;
	}
	facts->usable = true;
	hd_learn_arguments(function, rng);
	for (unsigned i = 0; i < 2 * HD_TRIALS && facts->crashes < HD_TRIAL_CRASHES; i++) {
		if (!hd_trial_usual(&t, function, rng)) {
			continue;
		}
		built++;
		facts->crashes++;
		hd_trial_at_hand = facts;
		last = hd_test_try(&t);
		hd_trial_at_hand = NULL;
		facts->crashes--;
		if (last == HD_VERDICT_NONE && (f->role != HD_API_CONSTRUCTOR || hd_trial_constructed()) &&
			good++ == 0) {
			note_good(&t.prefix[t.nprefix - 1], false);
		}
		if (last != HD_VERDICT_NONE && last != HD_VERDICT_DEADLOCK && !death[0]) {
			describe_death(last, death);
		}
		blocked += last == HD_VERDICT_DEADLOCK;
		exits |= hd_test_exited();
	}
	if (good == 0 && built > 0 && last == HD_VERDICT_NONE && f->role == HD_API_CONSTRUCTOR) {
		good += finds_string(function, rng);
	}
	facts->may_block = blocked > 0;
	facts->usable = good > 0 || blocked > 0;
	if (!hd_trial_has_time()) {
		facts->usable = false;
		facts->why = "not tried: learning may take at most half of --time";
		facts->untried++;
	} else if (!facts->usable) {
		if (facts->crashes) {
			facts->why = facts->hangs ? "does not return when called on its own (--hang)"
						  : "crashes in the C library when called on its own";
		} else if (exits) {
			facts->why = "calls exit()";
		} else if (built == 0) {
			facts->why = "no values found for its parameters";
		} else if (!death[0]) {
			facts->why = "always fails";
		} else {
			note_death(function, death);
		}
	}
}

static unsigned count_effects_on(const struct hd_test *t, unsigned object)
{
	unsigned n = 0;

	hd_trial_run(t, true);
	uintptr_t block = hd_heap_block_at((uintptr_t)hd_objects[object]);
	for (size_t i = 0; block && i < hd.nlog; i++) {
		const struct hd_event *e = &hd.log[i];
		n += (e->kind == HD_EV_WRITE || e->kind == HD_EV_ATOMIC_WRITE || guards(e)) &&
			hd_heap_block_at(e->object) == block;
	}
	return n;
}

bool hd_learn_touches_parent(uint16_t destructor, uint16_t class, uint64_t *rng)
{
	uint64_t own = *rng;
	struct hd_test t;
	unsigned parent = 0;

	if (!hd_build_begin(&t, hd_function(destructor)->class, &own, true) || t.shared == 0xff) {
		return false;
	}
	while (parent < t.nprefix && !hd_makes(&t.prefix[parent], class)) {
		parent++;
	}
	if (parent >= t.shared) {
		return false; // it has none
	}
	t.gives_away = true;
	unsigned without = count_effects_on(&t, parent);
	return hd_build_prefix_call(&t, destructor, &own, true) && count_effects_on(&t, parent) > without;
}

static unsigned count_global_effects(const struct hd_test *t)
{
	unsigned n = 0;

	hd_trial_run(t, true);
	for (size_t i = 0; i < hd.nlog; i++) {
		const struct hd_event *e = &hd.log[i];
		bool is_effect = e->kind == HD_EV_WRITE || e->kind == HD_EV_ATOMIC_WRITE ||
			e->kind == HD_EV_ATOMIC_RMW || e->kind == HD_EV_LOCK || e->kind == HD_EV_RDLOCK;
		n += is_effect && hd_globals_have(e->object) && !hd_test_is_room((const void *)e->object);
	}
	return n;
}

// A call on NULL that does something to global variables, other than on an object, is one on a default object;
// one that does nothing has refused it. What code does that is not instrumented cannot be seen, and it
// would crash for good.
bool hd_learn_has_default(uint16_t function, uint64_t *rng)
{
	const struct hd_api_function *f = hd_function(function);
	uint64_t own = *rng;
	struct hd_test t;
	bool is_object = f->self < f->nparams && f->params[f->self].kind == HD_API_OBJECT &&
		!f->params[f->self].by_address && !f->params[f->self].in_out;

	if (!is_object || !hd_is_instrumented(f) || __heddle_api.classes[f->class].shape != HD_API_OPAQUE ||
		f->role == HD_API_UNREF || f->role == HD_API_REF || !hd_trial_of(&t, function, true, &own)) {
		return false;
	}
	t.prefix[t.nprefix - 1].args[f->self] = (struct hd_arg){.source = HD_FROM_NULL};
	if (hd_test_try(&t) != HD_VERDICT_NONE) {
		return false;
	}
	unsigned with = count_global_effects(&t);
	t.nprefix--;
	return with > count_global_effects(&t);
}

// Does a constructor write what all calls of it share: memory that is neither a block
// of the heap nor on the stack?
bool hd_learn_shares(uint16_t function, uint64_t *rng)
{
	struct hd_test t;

	for (unsigned i = 0; i < HD_TRIALS; i++) {
		if (!hd_trial_usual(&t, function, rng) || hd_test_try(&t) != HD_VERDICT_NONE) {
			continue;
		}
		hd_trial_run(&t, true);
		for (size_t k = 0; k < hd.nlog; k++) {
			const struct hd_event *e = &hd.log[k];
			bool writes = e->kind == HD_EV_WRITE || e->kind == HD_EV_ATOMIC_WRITE ||
				e->kind == HD_EV_ATOMIC_RMW;
			bool in_arena = e->object >= HD_SMALL_BASE && e->object < HD_ARENA_END;
			if (writes && !in_arena && !hd_test_is_room((const void *)e->object)) {
				return true;
			}
		}
	}
	return false;
}
