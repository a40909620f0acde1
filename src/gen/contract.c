// SPDX-License-Identifier: Apache-2.0
// What may be concurrent on one object of a class, and the tests that keep to it. What the user
// forces comes first, then what is documented or hinted (api/contracts.c), then what
// the code suggests: who takes locks and uses atomics, according to the static model. A
// class of which neither is known promises nothing and is not tested.
#include "gen/learn.h"
#include "model/model.h"
#include "runtime/rng.h"

#include <stdio.h>
#include <string.h>

enum { LOCKS = 1, UPDATES = 2, ATOMICS = 4 }; // how a method synchronizes: with locks, atomic updates, other atomics

uint8_t hd_contract_forced;
bool hd_contract_lifted;

const char *hd_contract_name(uint8_t contract)
{
	static const char *const names[] = {"unknown", "shared", "read-shared", "counted", "owned", "spsc", "locked",
		"nothing"};
	return names[contract];
}

// ---- what the code does ----------------------------------------------------------------------

uint8_t hd_contract_sync(unsigned kind)
{
	switch (kind) {
	case HD_EV_LOCK:
	case HD_EV_TRYLOCK:
	case HD_EV_RDLOCK:
	case HD_EV_TRYRDLOCK:
	case HD_EV_COND_WAIT:
	case HD_EV_BARRIER:
	case HD_EV_ONCE:
	case HD_EV_SEM_WAIT:
	case HD_EV_SEM_TRYWAIT:
	case HD_EV_SEM_POST:
	case HD_EV_FUTEX_WAIT:
	case HD_EV_CREATE:
		return LOCKS;
	case HD_EV_ATOMIC_RMW:
		return UPDATES;
	case HD_EV_ATOMIC_READ:
	case HD_EV_ATOMIC_WRITE:
	case HD_EV_FENCE:
		return ATOMICS;
	default:
		return 0;
	}
}

static unsigned sync_of(const struct hd_site *s)
{
	return hd_contract_sync(s->kind);
}

static bool counts(const struct hd_api_function *f)
{
	return f->role == HD_API_REF || f->role == HD_API_UNREF;
}

// Is it what taking and giving back references update?
static bool is_count(const struct hd_class *c, const struct hd_model *m, const struct hd_var *var)
{
	for (unsigned id = 1; var && id <= m->nsites; id++) {
		const struct hd_site *s = hd_site_by_id(id);
		bool same = s->var && sync_of(s) == UPDATES && strcmp(s->var->name, var->name) == 0;
		for (unsigned i = 0; same && i < m->nmethods; i++) {
			if (counts(hd_function(c->methods[i])) && hd_model_reaches(m, i, id)) {
				return true;
			}
		}
	}
	return false;
}

// Methods that take references to others inside, or that draw numbers from an atomic global variable,
// do not protect their object by that.
static bool is_evidence(const struct hd_class *c, const struct hd_model *m, const struct hd_site *s, unsigned i)
{
	if (sync_of(s) & LOCKS || !s->var) {
		return true;
	}
	bool global = s->var->scope == HD_SCOPE_GLOBAL && __heddle_api.classes[c->number].shape != HD_API_MODULE;
	return !global && (counts(hd_function(c->methods[i])) || !is_count(c, m, s->var));
}

// A pointer could lead to whatever locks anywhere: what a method was seen to do then counts.
static bool synchronizes(const struct hd_class *c, const struct hd_model *m, uint32_t id, unsigned i)
{
	unsigned how = hd_contract_sync(hd_site_by_id(id)->kind);

	return hd_model_reaches_directly(m, i, id) ||
		(hd_facts[c->methods[i]].synced & how && hd_model_reaches(m, i, id));
}

static void find_sync(const struct hd_class *c, const struct hd_model *m, uint8_t *sync)
{
	for (unsigned id = 1; id <= m->nsites; id++) {
		const struct hd_site *s = hd_site_by_id(id);
		unsigned how = sync_of(s);
		for (unsigned i = 0; how && i < m->nmethods; i++) {
			bool known = (sync[i] & how) == how;
			sync[i] |= !known && synchronizes(c, m, id, i) && is_evidence(c, m, s, i) ? (uint8_t)how : 0;
		}
	}
}

bool hd_is_instrumented(const struct hd_api_function *function)
{
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_func *f = m->funcs; f < m->funcs_end; f++) {
			if (f->address == function->address) {
				return true;
			}
		}
	}
	return false;
}

static const struct hd_api_function *method(const struct hd_class *c, unsigned i)
{
	return hd_function(c->methods[i]);
}

static bool changes(const struct hd_class *c, unsigned i)
{
	return hd_facts[c->methods[i]].changes;
}

// ---- what that suggests ------------------------------------------------------------------------

struct evidence {
	uint8_t all;           // how methods synchronize
	unsigned count, others; // methods that do; methods that do not, and change something
	int first;             // that does
	bool only_counts;      // those are ref and unref
	bool only_brackets;    // those are lock and unlock
	bool two_sided;        // every method that changes something produces or consumes, and some do either
	bool blind;            // code that cannot be seen
};

static struct evidence gather(const struct hd_class *c, const uint8_t *sync)
{
	struct evidence e = {.first = -1, .only_counts = true, .only_brackets = true, .two_sided = true};
	unsigned sides = 0;

	for (unsigned i = 0; i < c->nmethods; i++) {
		const struct hd_api_function *f = method(c, i);
		if (!hd_takes(f, c->number) && f->class != c->number) {
			continue; // about what its methods give out: says nothing of the class
		}
		e.blind |= f->address && !hd_is_instrumented(f);
		e.all |= sync[i];
		sides |= f->side & (HD_SIDE_PRODUCER | HD_SIDE_CONSUMER);
		e.two_sided &= f->side != 0 || !changes(c, i);
		if (!sync[i]) {
			e.others += changes(c, i) && !counts(f) && !f->bracket;
			continue;
		}
		e.first = e.count++ == 0 ? (int)i : e.first;
		e.only_counts &= counts(f);
		e.only_brackets &= f->bracket != 0;
	}
	e.two_sided &= sides == (HD_SIDE_PRODUCER | HD_SIDE_CONSUMER);
	return e;
}

static bool locks(const struct hd_api_type *t)
{
	const struct hd_api_struct *s = NULL;

	if ((t->kind == HD_API_STRUCT || t->kind == HD_API_STRUCT_POINTER) && t->type != HD_API_NONE) {
		s = &__heddle_api.structs[t->type];
	}
	for (unsigned i = 0; s && i < s->nfields; i++) {
		if (s->fields[i].type.use == HD_USE_LOCK) {
			return true;
		}
	}
	return t->use == HD_USE_LOCK;
}

// The function that makes its objects with a lock of the caller's, which the static model does not see; -1: none.
static int takes_lock(const struct hd_class *c)
{
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		const struct hd_api_function *f = hd_function((uint16_t)i);
		for (unsigned p = 0; f->makes == c->number && p < f->nparams; p++) {
			if (locks(&f->params[p])) {
				return (int)i;
			}
		}
	}
	return -1;
}

static void decide(struct hd_class *c, enum hd_api_contract contract, const char *format, const char *name)
{
	c->contract = (uint8_t)contract;
	snprintf(c->contract_why, sizeof(c->contract_why), format, name);
}

static void infer(struct hd_class *c, const struct evidence *e)
{
	const char *name = e->first >= 0 ? method(c, (unsigned)e->first)->name : "";
	int maker = takes_lock(c);

	if (e->blind) {
		decide(c, HD_CONTRACT_SHARED, "its code is not instrumented, so nothing else is known%s", "");
	} else if (e->count == 0 && maker >= 0) {
		decide(c, HD_CONTRACT_SHARED, "%s is given functions that lock and unlock",
			hd_function((uint16_t)maker)->name);
	} else if (e->count == 0 && c->opens >= 0 && c->closes >= 0 && e->others > 0) {
		decide(c, HD_CONTRACT_LOCKED, "only %s and its partner take a lock",
			hd_function((uint16_t)c->opens)->name);
	} else if (e->count == 0) {
		decide(c, HD_CONTRACT_NOTHING,
			"nothing says it may be shared, and no method takes a lock or uses an atomic%s", "");
	} else if (e->only_counts && e->others > 0) {
		decide(c, HD_CONTRACT_COUNTED, "only %s and its partner synchronize", name);
	} else if (e->only_brackets && e->others > 0) {
		decide(c, HD_CONTRACT_LOCKED, "only %s and its partner take a lock", name);
	} else if (e->all == ATOMICS && e->two_sided) {
		decide(c, HD_CONTRACT_SPSC, "%s and others use atomic loads and stores, but no updates and no locks",
			name);
	} else {
		decide(c, HD_CONTRACT_SHARED, e->all & LOCKS ? "%s takes a lock" : "%s uses atomics", name);
	}
}

static void choose(struct hd_class *c, const struct evidence *e)
{
	const struct hd_api_class *said = &__heddle_api.classes[c->number];

	if (hd_contract_forced) {
		decide(c, (enum hd_api_contract)hd_contract_forced, "--contract%s", "");
	} else if (said->contract != HD_CONTRACT_UNKNOWN && (said->promised || e->count > 0)) {
		decide(c, (enum hd_api_contract)said->contract, "%s", said->promise);
	} else if (said->contract != HD_CONTRACT_UNKNOWN) {
		decide(c, HD_CONTRACT_NOTHING, "%s, and no method takes a lock or uses an atomic", said->promise);
	} else {
		infer(c, e);
	}
}

// ---- methods that it allows ----------------------------------------------------------------------

// May it change an object in a state that no trial had? A setter of strings changes no list.
static bool may_write(const struct hd_model *m, unsigned i)
{
	for (unsigned id = 1; id <= m->nsites; id++) {
		const struct hd_site *s = hd_site_by_id(id);
		if (s->kind == HD_EV_WRITE && s->var && s->var->scope == HD_SCOPE_FIELD && hd_model_reaches(m, i, id)) {
			return true;
		}
	}
	return false;
}

static bool reads_only(const struct hd_class *c, const struct hd_model *m, unsigned i)
{
	const struct hd_api_function *f = method(c, i);
	bool is_const = f->self < f->nparams && f->params[f->self].is_const;

	return !counts(f) && f->role != HD_API_CONSTRUCTOR &&
		(is_const || f->role == HD_API_OBSERVER || (!changes(c, i) && !may_write(m, i)));
}

// Do some methods take the variable of the object, and others its value? Then the variable is not to change while
// others have read it: that would be a race of the caller.
static bool replaces_object(const struct hd_class *c, unsigned i)
{
	bool mixed = false;

	for (unsigned k = 0; k < c->nmethods; k++) {
		mixed |= !hd_takes_variable(method(c, k)) && hd_takes(method(c, k), c->number);
	}
	return mixed && hd_takes_variable(method(c, i));
}

static bool allows(const struct hd_class *c, const struct hd_model *m, unsigned i, const uint8_t *sync)
{
	const struct hd_api_function *f = method(c, i);

	if (hd_facts[c->methods[i]].inside && c->contract != HD_CONTRACT_LOCKED && !hd_contract_lifted) {
		return false;
	}
	if (replaces_object(c, i)) {
		return false;
	}
	switch (c->contract) {
	case HD_CONTRACT_READ_SHARED:
		return reads_only(c, m, i);
	case HD_CONTRACT_COUNTED:
		return counts(f) || sync[i] || reads_only(c, m, i);
	case HD_CONTRACT_LOCKED:
		return !f->bracket;
	case HD_CONTRACT_SPSC:
		return !(f->side & HD_SIDE_PART) && (f->side != 0 || !changes(c, i));
	default:
		return true;
	}
}

// A lock and an unlock of the class, which need not be usable alone.
static void note_brackets(struct hd_class *c)
{
	c->opens = hd_learn_bracket(c->number, HD_BRACKET_OPENS);
	c->closes = hd_learn_bracket(c->number, HD_BRACKET_CLOSES);
}

// Does it leave an object as others may find it, without the calls that belong to it?
static bool is_whole(const struct hd_class *c, const struct hd_api_function *f)
{
	return !(c->contract == HD_CONTRACT_LOCKED && f->bracket) &&
		!(c->contract == HD_CONTRACT_SPSC && f->side & HD_SIDE_PART);
}

// Other methods bring objects into states, before threads begin.
static void restrict_methods(struct hd_class *c, const struct hd_model *m, const uint8_t *sync)
{
	unsigned n = 0;

	c->nsetup = 0;
	for (unsigned i = 0; i < c->nmethods; i++) {
		uint16_t function = c->methods[i];
		if (allows(c, m, i, sync)) {
			c->methods[n++] = function;
		} else if (is_whole(c, hd_function(function))) {
			c->setup[c->nsetup++] = function;
		}
	}
	if (n < c->nmethods) {
		c->nmethods = n;
		c->model = NULL; // of the others, too
	}
}

// Without any synchronization, methods race on every variable that one of them writes.
static unsigned count_written(const struct hd_model *m)
{
	unsigned n = 0;

	for (unsigned v = 0; v < m->nvars; v++) {
		n += m->vars[v].nwrites > 0;
	}
	return n;
}

void hd_contract_decide(struct hd_class *c)
{
	static uint8_t sync[HD_CLASS_METHODS];
	const struct hd_model *m = hd_effects_model(c);

	memset(sync, 0, sizeof(sync));
	find_sync(c, m, sync);
	struct evidence e = gather(c, sync);
	note_brackets(c);
	choose(c, &e);
	c->unprotected = count_written(m);
	if (c->contract == HD_CONTRACT_LOCKED && (c->opens < 0 || c->closes < 0)) {
		c->contract = HD_CONTRACT_SHARED;
	}
	restrict_methods(c, m, sync);
}

// ---- threads of a test ---------------------------------------------------------------------------

static unsigned side_of(uint16_t function)
{
	return hd_function(function)->side & (HD_SIDE_PRODUCER | HD_SIDE_CONSUMER);
}

static bool is_for_many(uint16_t function)
{
	return hd_function(function)->side & HD_SIDE_MANY;
}

// Is another thread already on a side that is for one?
static bool is_taken(const struct hd_test *t, unsigned thread, uint16_t function)
{
	for (unsigned k = 0; k < HD_TEST_THREADS; k++) {
		for (unsigned i = 0; k != thread && i < t->nsuffix[k]; i++) {
			uint16_t other = t->suffix[k][i].function;
			if (side_of(other) == side_of(function) && !(is_for_many(other) && is_for_many(function))) {
				return true;
			}
		}
	}
	return false;
}

static bool differs(uint16_t a, uint16_t b)
{
	unsigned modes = hd_function(a)->mode | hd_function(b)->mode;

	return (modes & HD_MODE_SP && modes & HD_MODE_MP) || (modes & HD_MODE_SC && modes & HD_MODE_MC);
}

bool hd_contract_agrees(const struct hd_test *t, uint16_t function)
{
	bool agrees = true;

	if (hd_function(function)->mode == 0 || hd_class(t->class)->contract != HD_CONTRACT_SPSC) {
		return true;
	}
	for (unsigned i = 0; i < t->nprefix; i++) {
		agrees &= !differs(t->prefix[i].function, function);
	}
	for (unsigned k = 0; k < HD_TEST_THREADS; k++) {
		for (unsigned i = 0; i < t->nsuffix[k]; i++) {
			agrees &= !differs(t->suffix[k][i].function, function);
		}
	}
	return agrees;
}

static bool fits_thread(const struct hd_test *t, unsigned thread, uint16_t function)
{
	unsigned side = side_of(function);

	if (!hd_contract_agrees(t, function)) {
		return false;
	}
	if (side == 0 || is_taken(t, thread, function)) {
		return side == 0;
	}
	return is_for_many(function) || (side == HD_SIDE_PRODUCER ? thread == 0 : thread == 1);
}

uint16_t hd_contract_fit(const struct hd_test *t, unsigned thread, uint16_t function, uint64_t *rng)
{
	const struct hd_class *c = hd_class(t->class);
	unsigned n = 0;
	uint16_t chosen = function;

	if (c->contract != HD_CONTRACT_SPSC || fits_thread(t, thread, function)) {
		return function;
	}
	for (unsigned i = 0; i < c->nmethods; i++) {
		if (fits_thread(t, thread, c->methods[i]) && hd_rng_below(rng, ++n) == 0) {
			chosen = c->methods[i];
		}
	}
	return n > 0 ? chosen : HD_API_NONE;
}

unsigned hd_contract_threads(const struct hd_class *c, unsigned wanted)
{
	bool many = false;

	for (unsigned i = 0; i < c->nmethods; i++) {
		many |= is_for_many(c->methods[i]);
	}
	return c->contract == HD_CONTRACT_SPSC && !many && wanted > 2 ? 2 : wanted;
}

bool hd_contract_is_glance(const struct hd_test *t, uint16_t function)
{
	const struct hd_class *c = hd_class(t->class);

	return c->contract == HD_CONTRACT_SPSC && hd_function(function)->role == HD_API_OBSERVER &&
		side_of(function) == 0 && hd_contract_threads(c, 3) > 2;
}

bool hd_contract_is_bracket(const struct hd_test *t, const struct hd_call_data *c)
{
	const struct hd_class *class = hd_class(t->class);

	return class->contract == HD_CONTRACT_LOCKED && (c->function == class->opens || c->function == class->closes);
}
