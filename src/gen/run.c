// SPDX-License-Identifier: Apache-2.0
// One test as one execution: the prefix on fiber 0, one fiber per suffix, then
// observers and destructors on fiber 0 again. The results of all calls are
// gathered into one hash, in which addresses count only by what they refer to.
#include "gen/test.h"
#include "runtime/models.h"
#include "strategy/rng.h"

#include <stdio.h>
#include <string.h>

#define MAX_KNOWN 128

struct hd_results hd_results;
bool hd_linear;
void (*hd_on_call)(uint16_t function, bool starts);

static const struct hd_test *test;
static struct hd_frame prefix[HD_TEST_PREFIX], suffix[HD_TEST_THREADS][HD_TEST_SUFFIX];
static struct hd_frame observed[HD_TEST_ASKED * HD_TEST_OBSERVERS];
static void *objects[HD_TEST_PREFIX + HD_TEST_CALLS]; // what calls made or gave (hd_given_by)
static const void *known[MAX_KNOWN];  // addresses that have appeared in results
static unsigned nknown;
static bool giving_up; // no suffixes: a constructor failed
static unsigned running; // suffix calls that have begun and not ended
static bool overlapped;  // two have at the same time
static bool at_end; // the epilogue is over

const void *hd_test_shared(void)
{
	return test && test->shared != 0xff ? objects[test->shared] : NULL;
}

const struct hd_frame *hd_test_frame(int thread, unsigned i)
{
	return thread < 0 ? &observed[i] : &suffix[thread][i];
}

static bool is_within(const void *p, const void *array, size_t size)
{
	return (uintptr_t)p - (uintptr_t)array < size;
}

bool hd_test_exited(void)
{
	const struct hd_outcome *o = &hd.outcome;

	return !at_end && o->verdict == HD_VERDICT_NONE && !o->blocked && !o->cut_off && !o->refused && !o->crashed;
}

bool hd_test_is_room(const void *p)
{
	return is_within(p, prefix, sizeof(prefix)) || is_within(p, suffix, sizeof(suffix)) ||
	       is_within(p, observed, sizeof(observed));
}

int hd_test_object(const void *p)
{
	for (unsigned i = 0; i < test->nprefix; i++) {
		if (objects[i] == p) {
			return (int)i;
		}
	}
	return -1;
}

// ---- arguments -------------------------------------------------------------------

static union hd_value value_of(const struct hd_api_type *t, const struct hd_arg *a, uint64_t *out);

static void set_field(const struct hd_api_type *t, union hd_value v, char *to)
{
	bool is_scalar = t->kind <= HD_API_FLOAT || t->kind == HD_API_LENGTH || t->kind == HD_API_OBJECT;

	if (t->kind == HD_API_FLOAT && t->size == sizeof(float)) {
		float narrow = (float)v.d;
		memcpy(to, &narrow, sizeof(narrow));
	} else {
		memcpy(to, &v, is_scalar && t->size < sizeof(v) ? t->size : sizeof(v));
	}
}

static void fill_struct(const struct hd_api_struct *s, int64_t seed, char *p)
{
	for (unsigned i = 0; i < s->nfields; i++) {
		const struct hd_api_type *t = &s->fields[i].type;
		struct hd_arg a = hd_value_field(test, s, i, seed);
		if (a.source == HD_FROM_STRUCT) {
			fill_struct(&__heddle_api.structs[t->type], a.value, p + s->fields[i].offset);
		} else if (a.source != HD_FROM_NULL) {
			set_field(t, value_of(t, &a, NULL), p + s->fields[i].offset);
		}
	}
}

static void *room_for_struct(const struct hd_api_type *t)
{
	size_t size = __heddle_api.structs[t->type].size;
	void *p = hd_heap_alloc(size, 16, NULL);

	memset(p, 0, size);
	return p;
}

static void *filled_struct(const struct hd_api_type *t, int64_t seed)
{
	void *p = room_for_struct(t);

	fill_struct(&__heddle_api.structs[t->type], seed, p);
	return p;
}

static void *fresh_block(int64_t size)
{
	void *p = hd_heap_alloc((size_t)size, 16, NULL);

	memset(p, 0, (size_t)size);
	if (size > 1) {
		memset(p, 'a', (size_t)size - 1); // also a string
	}
	return p;
}

static union hd_value value_of(const struct hd_api_type *t, const struct hd_arg *a, uint64_t *out)
{
	union hd_value v = {0};

	switch (a->source) {
	case HD_FROM_CONSTANT:
		v.i = a->value;
		break;
	case HD_FROM_STRING:
		v.p = (void *)hd_value_string(a->value);
		break;
	case HD_FROM_BUFFER:
	case HD_FROM_HEAP:
		v.p = fresh_block(a->value);
		break;
	case HD_FROM_OUT:
		memset(out, 0, HD_OUT_WORDS * sizeof(*out));
		v.p = out;
		break;
	case HD_FROM_CALL:
		v.p = objects[a->value];
		break;
	case HD_FROM_TOKEN:
		v.p = &hd_value_tokens[a->value];
		break;
	case HD_FROM_CALLBACK:
		v.f = __heddle_api.signatures[t->type].callbacks[a->value].function;
		break;
	case HD_FROM_STRUCT:
		v.p = filled_struct(t, a->value);
		break;
	case HD_FROM_FILE:
		v.p = hd_value_file();
		break;
	default:
		break;
	}
	return v;
}

static void make_call(const struct hd_call_data *c, struct hd_frame *f)
{
	const struct hd_api_function *function = hd_function(c->function);

	f->ended = false;
	f->failed = false;
	f->result.u = 0;
	if (function->result.kind == HD_API_STRUCT) {
		f->result.p = room_for_struct(&function->result);
	}
	HD_FEW
	for (unsigned i = 0; i < function->nparams; i++) {
		f->args[i] = value_of(&function->params[i], &c->args[i], f->out[i]);
	}
	if (unlikely(hd.fills_stacks)) {
		hd_fiber_fill_below(); // calls before this one have left something, too
	}
	function->call(f->args, &f->result);
	f->ended = true;
}

// The object that a call has made or given out; NULL or an error: none.
static void *made_object(const struct hd_call_data *c, struct hd_frame *f)
{
	const struct hd_api_function *function = hd_function(c->function);
	const struct hd_api_class *class =
	    function->makes == HD_API_NONE ? NULL : &__heddle_api.classes[function->makes];

	if (!class || class->shape == HD_API_MODULE) {
		return f->result.p;
	}
	for (unsigned i = 0; i < function->nparams; i++) {
		if (function->params[i].kind == HD_API_OUT_OBJECT && function->params[i].type == function->makes) {
			void *p;
			memcpy(&p, f->out[i], sizeof(p));
			f->failed = p == NULL;
			return p;
		}
	}
	if (class->shape == HD_API_CALLER_MEMORY) {
		return f->args[function->self].p;
	}
	f->failed = class->shape == HD_API_HANDLE ? f->result.i < 0 : f->result.p == NULL;
	return f->result.p;
}

// Room for an object in caller memory, before its init function is called.
static void provide_memory(const struct hd_call_data *c, unsigned index)
{
	const struct hd_api_function *f = hd_function(c->function);

	if (f->role == HD_API_CONSTRUCTOR && f->class != HD_API_NONE &&
	    __heddle_api.classes[f->class].shape == HD_API_CALLER_MEMORY) {
		objects[index] = hd_heap_alloc(__heddle_api.classes[f->class].size, 16, NULL);
	}
}

static bool refer_to(const struct hd_call_data *c, unsigned n, unsigned call)
{
	for (unsigned i = 0; i < n; i++) {
		for (unsigned p = 0; p < hd_function(c[i].function)->nparams; p++) {
			if (c[i].args[p].source == HD_FROM_CALL && c[i].args[p].value == call) {
				return true;
			}
		}
	}
	return false;
}

bool hd_test_refers_to(const struct hd_test *t, unsigned call)
{
	const struct hd_call_data *after = &t->prefix[call + 1];
	bool any = refer_to(t->prefix, call, call) || refer_to(after, t->nprefix - call - 1u, call);

	for (unsigned k = 0; k < t->nthreads; k++) {
		any |= refer_to(t->suffix[k], t->nsuffix[k], call);
	}
	return any;
}

static void run_prefix(void)
{
	giving_up = false;
	for (unsigned i = 0; i < test->nprefix && !giving_up; i++) {
		const struct hd_call_data *c = &test->prefix[i];
		const struct hd_api_function *f = hd_function(c->function);
		struct hd_call_data in_place;
		provide_memory(c, i);
		if (objects[i] && f->self < f->nparams) {
			in_place = *c;
			in_place.args[f->self] = (struct hd_arg){.source = HD_FROM_CALL, .value = i};
			c = &in_place;
		}
		make_call(c, &prefix[i]);
		objects[i] = made_object(c, &prefix[i]);
		giving_up = prefix[i].failed && (f->role == HD_API_CONSTRUCTOR || hd_test_refers_to(test, i));
	}
}

// ---- suffixes ---------------------------------------------------------------------

static void call_boundary(void)
{
	struct hd_op op = {.kind = HD_EV_CALL};

	if (hd_linear) {
		hd.fuel = 1; // the order of calls is what a linearization chooses
	}
	hd_sched_point(&op);
}

static void run_suffix_call(unsigned thread, unsigned i)
{
	const struct hd_call_data *c = &test->suffix[thread][i];
	struct hd_frame *f = &suffix[thread][i];

	// A call has started when its first switch point comes.
	if (hd_on_call) {
		hd_on_call(c->function, true);
	}
	call_boundary();
	uint64_t start = hd.releases;
	overlapped |= running++ > 0;
	make_call(c, f);
	running--;
	if (hd_gives(c, test->class)) {
		objects[hd_given_by(thread, i)] = made_object(c, f);
	}
	bool released = hd.cur->last_release > start;
	f->when = released ? hd.cur->last_release : ++hd.releases;
	if (hd_on_call) {
		hd_on_call(c->function, false);
	}
}

static void *run_suffix(void *thread)
{
	unsigned t = (unsigned)(uintptr_t)thread;

	for (unsigned i = 0; i < test->nsuffix[t]; i++) {
		run_suffix_call(t, i);
	}
	return NULL;
}

static bool is_among(uint16_t function, const uint16_t *called, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		if (called[i] == function) {
			return true;
		}
	}
	return false;
}

unsigned hd_test_functions(const struct hd_test *t, uint16_t called[HD_TEST_CALLS])
{
	unsigned n = 0;

	for (unsigned k = 0; k < t->nthreads; k++) {
		for (unsigned i = 0; i < t->nsuffix[k]; i++) {
			if (!is_among(t->suffix[k][i].function, called, n)) {
				called[n++] = t->suffix[k][i].function;
			}
		}
	}
	return n;
}

unsigned hd_test_order(uint8_t *order)
{
	unsigned n = 0, at[HD_TEST_THREADS] = {0};

	for (;;) {
		int first = -1;
		for (unsigned t = 0; t < test->nthreads; t++) {
			if (at[t] < test->nsuffix[t] &&
			    (first < 0 || suffix[t][at[t]].when < suffix[first][at[first]].when)) {
				first = (int)t;
			}
		}
		if (first < 0) {
			return n;
		}
		at[first]++;
		order[n++] = (uint8_t)(first + 1);
	}
}

static void run_suffixes(void)
{
	struct hd_fiber *fibers[HD_TEST_THREADS] = {0};

	for (unsigned t = 0; t < test->nthreads; t++) {
		for (unsigned i = 0; i < test->nsuffix[t]; i++) {
			suffix[t][i].ended = false;
		}
	}
	running = 0;
	overlapped = false;
	for (unsigned t = 0; t < test->nthreads; t++) {
		fibers[t] = hd_thread_create(run_suffix, NULL, (void *)(uintptr_t)t, false, NULL);
	}
	for (unsigned t = 0; t < test->nthreads; t++) {
		hd_thread_join(fibers[t], NULL, HD_FOREVER);
	}
}

// ---- results -----------------------------------------------------------------------

static void add(uint64_t x)
{
	uint64_t h = (hd_results.hash ^ x) * 0x9e3779b97f4a7c15ull;

	hd_results.hash = h ^ h >> 29;
}

// An address counts by identity: NULL, an object or token of the test, or "the
// n-th other address seen".
static void add_pointer(const void *p)
{
	if (!p) {
		add(0);
		return;
	}
	int object = hd_test_object(p);
	if (object >= 0) {
		add(100 + (unsigned)object);
		return;
	}
	if ((const unsigned char *)p >= hd_value_tokens &&
	    (const unsigned char *)p < hd_value_tokens + sizeof(hd_value_tokens)) {
		add(200 + (unsigned)((const unsigned char *)p - hd_value_tokens));
		return;
	}
	for (unsigned i = 0; i < nknown; i++) {
		if (known[i] == p) {
			add(300 + i);
			return;
		}
	}
	if (nknown < MAX_KNOWN) {
		add(300 + nknown);
		known[nknown++] = p;
	}
}

static bool in_heap(uintptr_t a)
{
	return a >= HD_SMALL_BASE && a < HD_STACK_BASE;
}

// Bytes of live memory; what was freed meanwhile only counts as freed.
static void add_bytes(const void *p, size_t n, bool string)
{
	const unsigned char *bytes = p;

	for (size_t i = 0; i < n; i++) {
		const struct hd_cell *c = hd_cell_of((uintptr_t)(bytes + i));
		if (in_heap((uintptr_t)(bytes + i)) && (c->gen != hd.gen || ((uintptr_t)(bytes + i) & 7) >= c->valid)) {
			add(UINT64_MAX);
			return;
		}
		add(bytes[i]);
		if (string && bytes[i] == 0) {
			return;
		}
	}
}

// Scalars of a struct; pointers in it are left out.
static void add_struct(const struct hd_api_struct *s, const char *p)
{
	for (unsigned i = 0; i < s->nfields; i++) {
		const struct hd_api_type *t = &s->fields[i].type;
		if (t->kind <= HD_API_FLOAT && t->size <= 8) {
			add_bytes(p + s->fields[i].offset, t->size, false);
		}
	}
}

static void add_result(const struct hd_api_type *t, union hd_value v)
{
	switch (t->kind) {
	case HD_API_VOID:
		break;
	case HD_API_STRUCT:
		add_struct(&__heddle_api.structs[t->type], v.p);
		break;
	case HD_API_STRING:
		if (v.p) {
			add_bytes(v.p, 4096, true);
		} else {
			add(0);
		}
		break;
	case HD_API_INT:
	case HD_API_BOOL:
	case HD_API_ENUM:
	case HD_API_FLAGS:
	case HD_API_FLOAT:
	case HD_API_LENGTH:
		add(v.u);
		break;
	default:
		add_pointer(v.p);
	}
}

static void add_outs(const struct hd_api_function *f, const struct hd_call_data *c, const struct hd_frame *frame)
{
	for (unsigned left = hd_facts[c->function].outs; left; left &= left - 1) {
		unsigned p = (unsigned)__builtin_ctz(left);
		const struct hd_api_type *t = &f->params[p];
		if (c->args[p].source == HD_FROM_OUT && t->is_pointer) {
			add_pointer((const void *)frame->out[p][0]);
		} else if (c->args[p].source == HD_FROM_OUT) {
			add(hd_load_value(frame->out[p], t->size));
		} else if (c->args[p].source == HD_FROM_BUFFER && !t->is_pointer) {
			add_bytes(frame->args[p].p, (size_t)c->args[p].value, false);
		}
	}
}

static void add_call(const struct hd_call_data *c, const struct hd_frame *frame)
{
	const struct hd_api_function *f = hd_function(c->function);

	add(frame->ended);
	if (!frame->ended || f->weak || hd_facts[c->function].nondeterministic) {
		return;
	}
	hd_results.ncalls++;
	add_result(&f->result, frame->result);
	add_outs(f, c, frame);
}

static void gather(void)
{
	hd_results = (struct hd_results){.hash = 1, .overlapped = overlapped};
	nknown = 0;
	for (unsigned t = 0; t < test->nthreads; t++) {
		for (unsigned i = 0; i < test->nsuffix[t]; i++) {
			add_call(&test->suffix[t][i], &suffix[t][i]);
		}
	}
}

// ---- epilogue ------------------------------------------------------------------------

static struct hd_arg simple_argument(const struct hd_api_function *f, unsigned p, unsigned object)
{
	if (p == f->self) {
		return (struct hd_arg){.source = HD_FROM_CALL, .value = object};
	}
	switch (f->params[p].kind) {
	case HD_API_STRING:
		return (struct hd_arg){.source = HD_FROM_STRING};
	case HD_API_OUT:
		return (struct hd_arg){.source = HD_FROM_OUT};
	case HD_API_BUFFER:
		return (struct hd_arg){.source = HD_FROM_BUFFER, .value = 64};
	case HD_API_LENGTH:
		return (struct hd_arg){.source = HD_FROM_CONSTANT, .value = 64 / (f->params[f->params[p].related].size ? f->params[f->params[p].related].size : 1)};
	default:
		return (struct hd_arg){.source = HD_FROM_CONSTANT, .value = 1};
	}
}

static void make_simple(struct hd_call_data *c, uint16_t function, unsigned object)
{
	const struct hd_api_function *f = hd_function(function);

	c->function = function;
	for (unsigned p = 0; p < f->nparams; p++) {
		c->args[p] = simple_argument(f, p, object);
	}
}

// Did the call give an object that the prefix does not have?
static bool gave_another(const struct hd_test *t, unsigned thread, unsigned i)
{
	const struct hd_frame *f = &suffix[thread][i];
	const void *object = objects[hd_given_by(thread, i)];

	return hd_gives(&t->suffix[thread][i], t->class) && f->ended && !f->failed && object && hd_test_object(object) < 0;
}

// The objects that observers are asked of: the shared one, and those that suffixes were
// given, which nothing else would look at. How many.
static unsigned asked_objects(const struct hd_test *t, uint8_t asked[HD_TEST_ASKED])
{
	unsigned n = 0;

	if (!hd_class_facts || t->class != hd_class_under_test || t->gives_away || hd_class_facts->nobservers == 0) {
		return 0;
	}
	asked[n++] = t->shared;
	for (unsigned k = 0; k < t->nthreads; k++) {
		for (unsigned i = 0; i < t->nsuffix[k] && n < HD_TEST_ASKED; i++) {
			if (gave_another(t, k, i)) {
				asked[n++] = (uint8_t)hd_given_by(k, i);
			}
		}
	}
	return n;
}

const struct hd_call_data *hd_test_observer(const struct hd_test *t, unsigned i)
{
	static struct hd_call_data calls[HD_TEST_ASKED * HD_TEST_OBSERVERS];
	uint8_t asked[HD_TEST_ASKED];
	const struct hd_class_facts *c = hd_class_facts;

	if (i >= asked_objects(t, asked) * c->nobservers) {
		return NULL;
	}
	make_simple(&calls[i], c->observers[i % c->nobservers], asked[i / c->nobservers]);
	return &calls[i];
}

static void ask_observers(void)
{
	uint8_t asked[HD_TEST_ASKED];
	unsigned n = asked_objects(test, asked);
	struct hd_frame *frame = observed;
	struct hd_call_data c;

	for (unsigned k = 0; k < n; k++) {
		for (unsigned i = 0; i < hd_class_facts->nobservers; i++, frame++) {
			make_simple(&c, hd_class_facts->observers[i], asked[k]);
			make_call(&c, frame);
			add_call(&c, frame);
		}
	}
}

bool hd_test_destroyer(const struct hd_test *t, unsigned i, struct hd_call_data *out)
{
	const struct hd_api_function *maker = hd_function(t->prefix[i].function);
	int d = maker->role == HD_API_CONSTRUCTOR ? hd_learn_destructor(maker->class) : -1;

	if (d < 0 || (t->gives_away && i == t->shared)) {
		return false;
	}
	make_simple(out, (uint16_t)d, i);
	return true;
}

static void destroy_objects(void)
{
	struct hd_call_data c;
	struct hd_frame frame;

	for (unsigned i = test->nprefix; i-- > 0;) {
		if (!prefix[i].failed && prefix[i].ended && hd_test_destroyer(test, i, &c)) {
			make_call(&c, &frame);
		}
	}
}

void *hd_test_entry(void *data)
{
	test = data;
	at_end = false;
	memset(objects, 0, test->nprefix * sizeof(*objects));
	run_prefix();
	if (!giving_up) {
		if (test->nthreads > 0) {
			run_suffixes();
		}
		gather();
		ask_observers();
		destroy_objects();
	} else {
		hd_results = (struct hd_results){0};
	}
	at_end = true;
	hd_process_exit(giving_up ? 1 : 0, true, NULL);
}

// ---- for callbacks of the API under test ------------------------------------------------

const struct hd_api_function *hd_test_reentered(void)
{
	const struct hd_class_facts *c = hd_class_facts;

	for (unsigned i = 0; i < c->nmethods; i++) {
		const struct hd_api_function *f = hd_function(c->methods[i]);
		if (f->nparams == 1 && f->self == 0 && f->role != HD_API_UNREF) {
			return f;
		}
	}
	return NULL;
}

__attribute__((visibility("default"))) void __heddle_reenter(void)
{
	const struct hd_api_function *f = hd_test_reentered();
	union hd_value args[HD_API_MAX_PARAMS] = {0}, result;

	if (f) {
		args[0].p = (void *)hd_test_shared();
		f->call(args, &result);
	}
}
