// SPDX-License-Identifier: Apache-2.0
// Learning by sequential trial. Every function is called alone, after the
// constructors it needs and before the destructors, with each kind of value
// its parameters could take. What faults is illegal and not used again; what
// frees the object is a destructor; what writes nothing is an observer.
//
// A trial may end the worker. How far learning has come is therefore kept where
// the next worker finds it: that one repeats the step, not what came before.
#include "gen/test.h"
#include "strategy/rng.h"
#include "strategy/schedule/replay.h"

#include <stdio.h>
#include <string.h>

#define TRIALS 6
#define STATES 6
#define MOST_CRASHES 3
#define MOST_ATTEMPTS 32 // workers that one step may cost

struct hd_function_facts *hd_facts;
struct hd_class_facts *hd_class_facts;
uint16_t hd_class_under_test;

static struct hd_class_facts *all_classes; // by class

enum step { CONSTRUCTORS, CONSTRUCTORS_AGAIN, DESTRUCTORS, METHODS, METHODS_AGAIN, COLLECTION, EFFECTS, CLASSES, LEARNED };

static struct {
	enum step step;
	uint32_t next;     // function or class
	unsigned attempts; // at this one
	uint64_t rng;      // before it
	unsigned untried;  // functions that there was no time for
} *progress;

static bool (*has_time)(void);
static struct hd_function_facts *at_hand; // of the function that is tried with plain values

const char *hd_learn_problem(uint16_t class)
{
	return all_classes[class].problem;
}

// ---- one trial -----------------------------------------------------------------

static enum hd_verdict run(const struct hd_test *t, bool trace)
{
	static struct hd_replay nothing; // no schedule: one thread after the other
	static char turns[64];           // fast, and fair to threads of the code's own

	if (trace) {
		nothing = (struct hd_replay){0};
	}
	hd.strategy = trace ? &hd_schedule_replay : &hd_schedule_round_robin;
	hd.strategy_state = trace ? (void *)&nothing : turns;
	hd.races = false;
	hd.only_race = true;
	hd.trace = trace;
	hd.eager = false;
	hd_linear = false;
	hd_sched_execute(hd_test_entry, (void *)t);
	if (at_hand && hd.outcome.verdict == HD_VERDICT_LIVELOCK && hd.fault.tainted) {
		at_hand->crashes = MOST_CRASHES; // one such wait is enough
		at_hand->hangs = true;
	}
	hd_test_retire_if_tainted();
	if (hd.outcome.refused || hd_test_exited()) {
		return HD_VERDICT_ABORT;
	}
	if (hd.outcome.cut_off) {
		return HD_VERDICT_LIVELOCK;
	}
	return hd.outcome.verdict;
}

enum hd_verdict hd_test_try(const struct hd_test *t)
{
	unsigned oracles = hd.oracles;

	hd.oracles = HD_ORACLE_CRASH | HD_ORACLE_MEMORY | HD_ORACLE_DEADLOCK | HD_ORACLE_LIVELOCK | HD_ORACLE_LOCKS;
	enum hd_verdict v = run(t, false);
	hd.oracles = oracles;
	return v;
}

static bool constructed(void)
{
	return hd.outcome.verdict == HD_VERDICT_NONE && hd.outcome.exit_status == 0;
}

// A test of one call, with drawn values or the plainest.
static bool trial_of(struct hd_test *t, uint16_t function, bool simple, uint64_t *rng)
{
	const struct hd_api_function *f = hd_function(function);

	if (!has_time()) {
		return false;
	}
	if (f->role == HD_API_CONSTRUCTOR) {
		memset(t, 0, offsetof(struct hd_test, prefix));
		t->class = f->class;
		t->shared = 0xff;
		return hd_build_prefix_call(t, function, rng, simple);
	}
	uint16_t class = f->class == HD_API_NONE ? hd_class_under_test : f->class;
	bool ok = hd_build_begin(t, class, rng, true) && hd_build_prefix_call(t, function, rng, simple);
	t->gives_away = f->role == HD_API_DESTRUCTOR || f->role == HD_API_UNREF; // once is enough
	return ok;
}

// Methods are learned with plain values, constructors with all that tests will give them.
static bool usual_trial_of(struct hd_test *t, uint16_t function, uint64_t *rng)
{
	return trial_of(t, function, hd_function(function)->role != HD_API_CONSTRUCTOR, rng);
}

// Draws one argument of the test's last call anew, and the lengths that follow from it.
static bool draw_anew(struct hd_test *t, unsigned param, uint64_t *rng)
{
	struct hd_call_data *c = &t->prefix[--t->nprefix]; // which cannot refer to itself
	const struct hd_api_function *f = hd_function(c->function);
	struct hd_scope scope = {.test = t, .rng = rng};
	bool ok = hd_value_draw(&scope, c->function, param, &c->args[param], c);

	for (unsigned p = 0; p < f->nparams && ok; p++) {
		if (f->params[p].kind == HD_API_LENGTH && f->params[p].related == param) {
			ok = hd_value_draw(&scope, c->function, p, &c->args[p], c);
		}
	}
	t->nprefix++;
	return ok;
}

// One source forced for one parameter. The others are plain: they are not to blame.
static bool trial_of_source(struct hd_test *t, uint16_t function, unsigned param, enum hd_source source, uint64_t *rng)
{
	uint16_t *bad = &hd_facts[function].params[param].bad, saved = *bad;

	*bad = (uint16_t)(saved | (uint16_t)~(1u << source));
	bool ok = trial_of(t, function, true, rng) && draw_anew(t, param, rng);
	*bad = saved;
	return ok;
}

static void note_death(uint16_t function, enum hd_verdict v)
{
	const size_t size = 160;
	char *text = hd_persist_alloc(size); // read by the zygote, too

	snprintf(text, size, "%s when called alone (%.100s)", hd_verdict_text(v), hd.fault.message);
	hd_facts[function].why = text;
}

static bool survives(const struct hd_test *t)
{
	enum hd_verdict v = hd_test_try(t);

	return v == HD_VERDICT_NONE || v == HD_VERDICT_DEADLOCK;
}

static bool has_choice(uint16_t function, unsigned param)
{
	const struct hd_api_function *f = hd_function(function);

	return __builtin_popcount(hd_value_sources(&f->params[param])) > 1 &&
	       (param != f->self || f->role == HD_API_CONSTRUCTOR);
}

static bool has_any_choice(uint16_t function)
{
	for (unsigned p = 0; p < hd_function(function)->nparams; p++) {
		if (has_choice(function, p)) {
			return true;
		}
	}
	return false;
}

static void note_plain(const struct hd_call_data *c)
{
	for (unsigned p = 0; p < hd_function(c->function)->nparams; p++) {
		hd_facts[c->function].params[p].plain = c->args[p].source;
	}
}

// A call that survives, the plainest if it does: what its arguments are is plain from now on.
// Of constructors one that makes something is better, because others may not look at all arguments.
static void learn_plain(uint16_t function, uint64_t *rng)
{
	struct hd_function_facts *facts = &hd_facts[function];
	bool is_constructor = hd_function(function)->role == HD_API_CONSTRUCTOR;
	struct hd_test t;

	while (facts->probes < TRIALS && !facts->has_plain && facts->crashes < MOST_CRASHES) {
		bool first = facts->probes++ == 0; // should the worker not survive, the next goes on with others
		if (!trial_of(&t, function, first, rng)) {
			continue;
		}
		at_hand = first ? facts : NULL;
		bool ok = survives(&t);
		at_hand = NULL;
		if (ok) {
			note_plain(&t.prefix[t.nprefix - 1]);
			facts->has_plain = !is_constructor || constructed();
		}
	}
}

static bool has_one_value(enum hd_source s)
{
	return s == HD_FROM_NULL || s == HD_FROM_OUT || s == HD_FROM_HEAP || s == HD_FROM_FILE;
}

// Which kinds of values a parameter survives.
static void learn_parameter(uint16_t function, unsigned param, uint64_t *rng)
{
	struct hd_param_facts *facts = &hd_facts[function].params[param];
	uint16_t sources = hd_value_sources(&hd_function(function)->params[param]);
	struct hd_test t;

	for (unsigned s = 0; s < HD_FROM_COUNT; s++) {
		uint16_t bit = (uint16_t)(1u << s);
		if (!(sources & bit) || facts->bad & bit) {
			continue;
		}
		unsigned trials = has_one_value((enum hd_source)s) ? 1 : TRIALS;
		bool ok = true, tried = false;
		for (unsigned i = 0; i < trials && ok; i++) {
			if (!trial_of_source(&t, function, param, (enum hd_source)s, rng)) {
				break;
			}
			tried = true;
			facts->bad |= bit; // stays if this worker does not
			ok = survives(&t);
			facts->bad &= (uint16_t)~bit;
		}
		if (!tried || !ok) {
			facts->bad |= bit;
		}
	}
	// Some of its values were survived, if not all.
	if (hd_facts[function].has_plain && (sources & ~facts->bad) == 0) {
		facts->bad &= (uint16_t)~(1u << facts->plain);
	}
	// What was drawn first may have been NULL by chance.
	if (facts->plain == HD_FROM_NULL) {
		facts->plain = 0;
	}
}

static void learn_parameters(uint16_t function, uint64_t *rng)
{
	for (unsigned p = 0; p < hd_function(function)->nparams; p++) {
		if (has_choice(function, p)) {
			learn_parameter(function, p, rng);
		}
	}
}

// Forgets what was learned of parameters that nothing is left for.
static bool forget_hopeless(uint16_t function)
{
	bool any = false;

	for (unsigned p = 0; p < hd_function(function)->nparams; p++) {
		uint16_t sources = hd_value_sources(&hd_function(function)->params[p]);
		if (has_choice(function, p) && (sources & ~hd_facts[function].params[p].bad) == 0) {
			hd_facts[function].params[p].bad = 0;
			any = true;
		}
	}
	return any;
}

// Nothing is left for a parameter if what others were given did not survive. That
// is known after all were tried, so there is a second time.
static void learn_arguments(uint16_t function, uint64_t *rng)
{
	if (!has_any_choice(function)) {
		return;
	}
	learn_plain(function, rng);
	if (hd_facts[function].crashes == MOST_CRASHES) {
		return;
	}
	learn_parameters(function, rng);
	if (!hd_facts[function].tried_again && forget_hopeless(function)) {
		hd_facts[function].tried_again = true;
		learn_parameters(function, rng);
	}
}

// ---- functions --------------------------------------------------------------------

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

	run(t, true);
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
static void learn_effects(uint16_t function, uint64_t *rng)
{
	struct hd_test t;

	for (unsigned i = 0; i < STATES && !hd_facts[function].changes; i++) {
		if (!has_time()) {
			hd_facts[function].changes = true; // for all that is known
			return;
		}
		if (!hd_build_begin(&t, hd_class_under_test, rng, true)) {
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

// Appends the call, with the sources in the mask for one parameter; does the test die of a null pointer?
static bool dies_of_null(struct hd_test *t, uint16_t function, unsigned param, uint16_t sources, uint64_t *rng)
{
	uint16_t *bad = &hd_facts[function].params[param].bad, saved = *bad;

	*bad = (uint16_t)(saved | (uint16_t)~sources);
	bool built = hd_build_prefix_call(t, function, rng, false);
	*bad = saved;
	return built && hd_test_try(t) == HD_VERDICT_NULL_DEREFERENCE;
}

// A null pointer that a fresh object takes may be followed on a used one: if it is in
// one of several states, and other arguments in none of them, it is not legal.
static void learn_null(uint16_t function, unsigned param, uint64_t *rng)
{
	uint16_t null = 1u << HD_FROM_NULL, *bad = &hd_facts[function].params[param].bad;
	struct hd_test with, without;
	bool dies = false, dies_anyway = false;

	if (!(hd_value_sources(&hd_function(function)->params[param]) & ~*bad & null)) {
		return;
	}
	for (unsigned i = 1; i <= STATES && has_time(); i++) {
		if (!hd_build_begin(&with, hd_class_under_test, rng, true)) {
			return;
		}
		hd_build_prefix(&with, i, rng);
		with.gives_away = true;
		without = with;
		dies |= dies_of_null(&with, function, param, null, rng);
		dies_anyway |= dies_of_null(&without, function, param, (uint16_t)~null, rng);
	}
	if (dies && !dies_anyway) {
		*bad |= null;
	}
}

// A function that frees the object may not be called twice, nor the destructor after it.
static bool learn_destroys(uint16_t function, uint64_t *rng)
{
	const struct hd_api_function *f = hd_function(function);
	struct hd_test t;

	if (f->role == HD_API_CONSTRUCTOR || f->self == 0xff || !usual_trial_of(&t, function, rng)) {
		return false;
	}
	t.gives_away = true; // leave the object as the call leaves it
	if (hd_test_try(&t) != HD_VERDICT_NONE || !object_is_freed()) {
		return false;
	}
	t.nprefix--; // without the call: its owner may free it in the end
	return hd_test_try(&t) != HD_VERDICT_NONE || !object_is_freed();
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

	for (unsigned i = 0; i < hd_value_nstrings && usual_trial_of(&t, function, rng); i++) {
		struct hd_call_data *c = &t.prefix[t.nprefix - 1];
		bool any = false;
		for (unsigned p = 0; p < f->nparams; p++) {
			if (f->params[p].kind == HD_API_STRING) {
				c->args[p] = (struct hd_arg){.source = HD_FROM_STRING, .value = i};
				any = true;
			}
		}
		if (!any) {
			return false;
		}
		if (hd_test_try(&t) == HD_VERDICT_NONE && constructed()) {
			note_good(c, true);
			return true;
		}
	}
	return false;
}

static void learn_function(uint16_t function, uint64_t *rng)
{
	const struct hd_api_function *f = hd_function(function);
	struct hd_function_facts *facts = &hd_facts[function];
	struct hd_test t;
	enum hd_verdict last = HD_VERDICT_NONE;
	unsigned good = 0, blocked = 0, built = 0;
	bool exits = false;

	if (!f->address) {
		facts->why = "not defined in the files given";
		return;
	}
	facts->usable = true;
	learn_arguments(function, rng);
	for (unsigned i = 0; i < 2 * TRIALS && facts->crashes < MOST_CRASHES; i++) {
		if (!usual_trial_of(&t, function, rng)) {
			continue;
		}
		built++;
		facts->crashes++;
		at_hand = facts;
		last = hd_test_try(&t);
		at_hand = NULL;
		facts->crashes--;
		if (last == HD_VERDICT_NONE && (f->role != HD_API_CONSTRUCTOR || constructed()) && good++ == 0) {
			note_good(&t.prefix[t.nprefix - 1], false);
		}
		blocked += last == HD_VERDICT_DEADLOCK;
		exits |= hd_test_exited();
	}
	if (good == 0 && built > 0 && last == HD_VERDICT_NONE && f->role == HD_API_CONSTRUCTOR) {
		good += finds_string(function, rng);
	}
	facts->may_block = blocked > 0;
	facts->usable = good > 0 || blocked > 0;
	if (!has_time()) {
		facts->usable = false;
		facts->why = "not tried: learning may take half of --time";
		progress->untried++;
	} else if (!facts->usable) {
		if (facts->crashes) {
			facts->why = facts->hangs ? "does not come back when called alone (--hang)"
			                          : "crashes in the C library when called alone";
		} else if (exits) {
			facts->why = "calls exit";
		} else if (built == 0) {
			facts->why = "no values for its parameters";
		} else if (last == HD_VERDICT_NONE) {
			facts->why = "always fails";
		} else {
			note_death(function, last);
		}
	}
}

// ---- classes ------------------------------------------------------------------------

static bool is_role(uint16_t i, enum hd_api_role role)
{
	return hd_function(i)->role == role;
}

// Does a constructor write what all calls of it share: memory that is neither a block
// of the heap nor on the stack?
static bool writes_globals(uint16_t function, uint64_t *rng)
{
	struct hd_test t;

	for (unsigned i = 0; i < TRIALS; i++) {
		if (!usual_trial_of(&t, function, rng) || hd_test_try(&t) != HD_VERDICT_NONE) {
			continue;
		}
		run(&t, true);
		for (size_t k = 0; k < hd.nlog; k++) {
			const struct hd_event *e = &hd.log[k];
			bool writes = e->kind == HD_EV_WRITE || e->kind == HD_EV_ATOMIC_WRITE || e->kind == HD_EV_ATOMIC_RMW;
			bool in_arena = e->object >= HD_SMALL_BASE && e->object < HD_ARENA_END;
			if (writes && !in_arena && !hd_test_is_room((const void *)e->object)) {
				return true;
			}
		}
	}
	return false;
}

// Is there a parameter for which no object can be made yet?
static bool lacks_object(uint16_t i)
{
	const struct hd_api_function *f = hd_function(i);

	for (unsigned p = 0; p < f->nparams; p++) {
		const struct hd_api_type *t = &f->params[p];
		if (t->kind == HD_API_OBJECT && t->type != HD_API_NONE && p != f->self && !hd_build_can_make(t->type)) {
			return true;
		}
	}
	return false;
}

static bool takes_given(uint16_t i)
{
	const struct hd_api_function *f = hd_function(i);

	for (unsigned p = 0; p < f->nparams; p++) {
		const struct hd_api_type *t = &f->params[p];
		if (t->kind == HD_API_OBJECT && t->type != HD_API_NONE && __heddle_api.classes[t->type].given) {
			return true;
		}
	}
	return false;
}

// Constructors may need objects of each other: those that lack one are learned in a
// second round, with those that could not be used in the first.
static void learn_constructor(uint16_t i, uint64_t *rng)
{
	bool later = progress->step == CONSTRUCTORS && lacks_object(i);

	if (is_role(i, HD_API_CONSTRUCTOR) && !hd_facts[i].usable && !later) {
		hd_facts[i].why = NULL;
		learn_function(i, rng);
		hd_facts[i].shares = hd_facts[i].usable && writes_globals(i, rng);
	}
}

// What is named like a destructor and is not the one that ends objects of the class may
// be a method: to close is not to free.
static bool is_method(uint16_t i)
{
	const struct hd_api_function *f = hd_function(i);
	bool closes = f->role == HD_API_DESTRUCTOR && f->class != HD_API_NONE &&
	              __heddle_api.classes[f->class].destructor != i;

	return f->class != HD_API_NONE && (f->role == HD_API_METHOD || f->role == HD_API_OBSERVER ||
	                                   f->role == HD_API_REF || f->role == HD_API_STATIC || closes);
}

// A destructor that does not survive is not called at the end of tests.
static void learn_destructor(uint16_t i, uint64_t *rng)
{
	const struct hd_api_function *f = hd_function(i);

	if ((f->role != HD_API_DESTRUCTOR && f->role != HD_API_UNREF) || is_method(i)) {
		return;
	}
	learn_function(i, rng);
	if (hd_facts[i].usable && f->class != HD_API_NONE) {
		int *ends = &all_classes[f->class].destructor;
		bool better = *ends >= 0 && f->role == HD_API_DESTRUCTOR && is_role((uint16_t)*ends, HD_API_UNREF);
		*ends = *ends < 0 || better ? (int)i : *ends;
	}
}

int hd_learn_destructor(uint16_t class)
{
	return class == HD_API_NONE ? -1 : all_classes[class].destructor;
}

static void learn_method(uint16_t i, uint64_t *rng)
{
	hd_class_under_test = hd_function(i)->class;
	hd_class_facts = &all_classes[hd_class_under_test];
	learn_function(i, rng);
	if (!hd_facts[i].usable) {
		return;
	}
	hd_facts[i].destroys = learn_destroys(i, rng);
	if (hd_facts[i].destroys) {
		hd_facts[i].usable = false;
		hd_facts[i].why = "frees the object: not called while others use it";
	}
}

static void learn_method_effects(uint16_t i, uint64_t *rng)
{
	const struct hd_api_function *f = hd_function(i);

	if (f->class != HD_API_NONE && hd_facts[i].usable && (f->role != HD_API_DESTRUCTOR || is_method(i))) {
		hd_class_under_test = f->class;
		hd_class_facts = &all_classes[f->class];
		learn_effects(i, rng);
		for (unsigned p = 0; p < f->nparams; p++) {
			learn_null(i, p, rng);
		}
	}
}

static bool takes_simple_arguments(uint16_t i)
{
	const struct hd_api_function *f = hd_function(i);

	for (unsigned p = 0; p < f->nparams; p++) {
		unsigned k = f->params[p].kind;
		bool simple = p == f->self || k == HD_API_INT || k == HD_API_BOOL || k == HD_API_ENUM ||
		              k == HD_API_STRING || k == HD_API_OUT || k == HD_API_BUFFER || k == HD_API_LENGTH;
		if (!simple) {
			return false;
		}
	}
	return true;
}

// A method is fit to be asked at the end if it is known to change nothing, to
// take what can always be given, and to answer something.
static bool is_fit_observer(uint16_t i)
{
	const struct hd_api_function *f = hd_function(i);
	bool answers = f->result.kind != HD_API_VOID || f->nparams > 1;

	return f->role == HD_API_OBSERVER && !hd_facts[i].changes && !hd_facts[i].may_block && !f->weak && answers &&
	       takes_simple_arguments(i);
}

// Functions of other classes that take an object of this one can be called on
// the shared object, too.
static bool takes_object_of(const struct hd_api_function *f, uint16_t class)
{
	for (unsigned p = 0; p < f->nparams; p++) {
		if (f->params[p].kind == HD_API_OBJECT && f->params[p].type == class) {
			return true;
		}
	}
	return false;
}

// Making an object concerns no other thread, unless it is made of another object of
// the class or with something that all of them share: then it is a call like any other.
// (Objects that are numbers live in a table.)
static bool is_called_concurrently(uint16_t i, uint16_t class)
{
	const struct hd_api_function *f = hd_function(i);
	enum hd_api_shape shape = __heddle_api.classes[class].shape;

	return f->role == HD_API_CONSTRUCTOR && shape != HD_API_CALLER_MEMORY && shape != HD_API_MODULE &&
	       (shape == HD_API_HANDLE || hd_facts[i].shares || takes_object_of(f, class));
}

static void collect(struct hd_class_facts *c, uint16_t class)
{
	c->nmethods = 0;
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		const struct hd_api_function *f = hd_function((uint16_t)i);
		if (!hd_facts[i].usable || (f->class != class && !takes_object_of(f, class))) {
			continue;
		}
		if (f->class != class) {
			if (is_method((uint16_t)i) && c->nmethods < HD_CLASS_METHODS) {
				c->methods[c->nmethods++] = (uint16_t)i;
			}
			continue;
		}
		bool concurrent = is_method((uint16_t)i) || f->role == HD_API_UNREF || is_called_concurrently((uint16_t)i, class);
		if (concurrent && c->nmethods < HD_CLASS_METHODS) {
			c->methods[c->nmethods++] = (uint16_t)i;
		}
	}
}

static void choose_observers(struct hd_class_facts *c)
{
	c->nobservers = 0;
	for (unsigned i = 0; i < c->nmethods; i++) {
		if (hd_function(c->methods[i])->class == hd_class_under_test && is_fit_observer(c->methods[i]) &&
		    c->nobservers < HD_TEST_OBSERVERS) {
			c->observers[c->nobservers++] = c->methods[i];
		}
	}
}

static void judge_class(uint16_t class, uint64_t *rng)
{
	struct hd_class_facts *c = &all_classes[class];
	const char *name = __heddle_api.classes[class].name;
	struct hd_test t;

	hd_class_under_test = class;
	hd_class_facts = c;
	// An object that was given out is for one thread, for all that is known.
	if (__heddle_api.classes[class].given || !hd_build_begin(&t, class, rng, true)) {
		snprintf(c->problem, sizeof(c->problem), "no constructor of %.80s can be used", name);
		return;
	}
	choose_observers(c);
	c->method_of = hd_persist_alloc(__heddle_api.nfunctions * sizeof(*c->method_of));
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		c->method_of[i] = -1;
	}
	for (unsigned i = 0; i < c->nmethods; i++) {
		c->method_of[c->methods[i]] = (int16_t)i;
	}
	hd_test_try(&t);
	c->spawns = hd.outcome.fibers > 1;
	c->usable = c->nmethods > 0;
	size_t npairs = (size_t)c->nmethods * (c->nmethods + 1) / 2;
	c->tried = hd_persist_alloc(npairs * sizeof(*c->tried));
	c->covered = hd_persist_alloc(npairs * sizeof(*c->covered));
	if (!c->usable) {
		snprintf(c->problem, sizeof(c->problem), "no method of %.80s can be called", name);
	}
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
	all_classes = hd_persist_alloc(__heddle_api.nclasses * sizeof(*all_classes));
	hd_class_facts = all_classes;
	progress = hd_persist_alloc(sizeof(*progress));
	for (uint32_t i = 0; i < __heddle_api.nclasses; i++) {
		all_classes[i].destructor = -1;
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
	} else if (progress->step < COLLECTION) {
		hd_facts[i].usable = false;
		hd_facts[i].why = "crashes in the C library when called alone";
	}
}

static void make_step(uint16_t i, uint64_t *rng)
{
	switch (progress->step) {
	case CONSTRUCTORS:
	case CONSTRUCTORS_AGAIN:
		learn_constructor(i, rng);
		break;
	case DESTRUCTORS:
		learn_destructor(i, rng);
		break;
	case METHODS:
	case METHODS_AGAIN: // those that take what others give out
		if (is_method(i) && takes_given(i) == (progress->step == METHODS_AGAIN)) {
			learn_method(i, rng);
		}
		break;
	case COLLECTION:
		collect(&all_classes[i], i);
		break;
	case EFFECTS:
		learn_method_effects(i, rng);
		break;
	case CLASSES:
		judge_class(i, rng);
		break;
	case LEARNED:
		break;
	}
}

unsigned hd_learn_all(uint64_t seed, bool (*may_go_on)(void))
{
	has_time = may_go_on;
	if (progress->rng == 0) {
		progress->rng = hd_mix(seed + 77);
	}
	for (; progress->step < LEARNED; progress->step++, progress->next = 0) {
		bool of_classes = progress->step == COLLECTION || progress->step == CLASSES;
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
	return progress->untried;
}

bool hd_learn_select(uint16_t class)
{
	hd_class_under_test = class;
	hd_class_facts = &all_classes[class];
	return hd_class_facts->usable;
}

void hd_learn_report(void (*line)(const char *function, const char *text, bool used))
{
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		const struct hd_function_facts *facts = &hd_facts[i];
		char text[256] = "";
		if (facts->why) {
			line(hd_function((uint16_t)i)->name, facts->why, false);
			continue;
		}
		if (!facts->usable) {
			continue;
		}
		bool ends = hd_function((uint16_t)i)->role == HD_API_DESTRUCTOR && !is_method((uint16_t)i);
		const char *effect = ends ? "destroys the object"
		                     : facts->changes ? "changes something" : "changes nothing";
		snprintf(text, sizeof(text), "%s%s", effect, facts->may_block ? "; may wait" : "");
		for (unsigned p = 0; p < hd_function((uint16_t)i)->nparams; p++) {
			size_t used = strlen(text);
			if (facts->params[p].bad >> HD_FROM_NULL & 1) {
				snprintf(text + used, sizeof(text) - used, "; %s never NULL",
				         hd_function((uint16_t)i)->params[p].name);
			}
		}
		line(hd_function((uint16_t)i)->name, text, true);
	}
}
