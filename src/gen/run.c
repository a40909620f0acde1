// SPDX-License-Identifier: Apache-2.0
// One test as one execution: the prefix on fiber 0, one fiber per suffix, then
// observers and destructors on fiber 0 again (epilogue.c).
#include "gen/run.h"
#include "gen/results.h"
#include "gen/sequence.h"
#include "runtime/primitives.h"
#include "runtime/rng.h"

#include <pthread.h>
#include <string.h>

#define WATCHED_WORDS 2048 // of state: looking at more would cost more than the calls

void (*hd_test_on_sequential)(const struct hd_record *r);
void (*hd_on_call)(uint16_t function, bool starts);
bool hd_test_watched;

const struct hd_test *hd_test_running;
// The code under test writes to these: they are none of the engine's own variables (rt.h).
#pragma clang section bss = ""
struct hd_frame hd_prefix_frames[HD_TEST_PREFIX], hd_suffix_frames[HD_TEST_THREADS][HD_TEST_SUFFIX];
struct hd_frame hd_observer_frames[HD_TEST_ASKED * HD_TEST_OBSERVERS];
void *hd_objects[HD_TEST_PREFIX + HD_TEST_CALLS];
static uint64_t callback_mutex; // of generated callbacks: only its address counts
#pragma clang section bss = "heddle_bss"
static bool giving_up; // no suffixes: a constructor failed
static unsigned running; // suffix calls that have begun and not ended
static bool overlapped;  // two have at the same time
static bool reentered;   // a callback has called the API
static uint64_t reentering[HD_SET_WORDS]; // threads that are in a call that a callback made
// Threads of the code under test may be there before those of the test.
static uint16_t suffix_fibers[HD_TEST_THREADS];
static unsigned nsuffix_fibers;
static bool destroying; // a destructor has been called
static bool at_end; // the epilogue is over

const void *hd_test_shared(void)
{
	return hd_test_running && hd_test_running->shared != 0xff ? hd_objects[hd_test_running->shared] : NULL;
}

struct hd_frame *hd_test_frame(int thread, unsigned i)
{
	return thread < 0 ? &hd_observer_frames[i] : &hd_suffix_frames[thread][i];
}

static bool is_within(const void *p, const void *array, size_t size)
{
	return (uintptr_t)p - (uintptr_t)array < size;
}

int hd_test_thread_of(unsigned fiber)
{
	for (unsigned t = 0; t < nsuffix_fibers; t++) {
		if (suffix_fibers[t] == fiber) {
			return (int)t;
		}
	}
	return -1;
}

int hd_test_fiber_of(unsigned thread)
{
	return thread < nsuffix_fibers ? suffix_fibers[thread] : -1;
}

unsigned hd_test_number_of(unsigned thread)
{
	int fiber = hd_test_fiber_of(thread);

	return fiber < 0 ? thread + 1 : (unsigned)fiber;
}

bool hd_test_is_destroying(void)
{
	return destroying;
}

bool hd_test_exited(void)
{
	const struct hd_outcome *o = &hd.record.outcome;

	return !at_end && o->verdict == HD_VERDICT_NONE && !o->blocked && !o->cut_off && !o->refused && !o->crashed;
}

bool hd_test_is_room(const void *p)
{
	return is_within(p, hd_prefix_frames, sizeof(hd_prefix_frames)) ||
		is_within(p, hd_suffix_frames, sizeof(hd_suffix_frames)) ||
		is_within(p, hd_observer_frames, sizeof(hd_observer_frames)) ||
		is_within(p, hd_objects, sizeof(hd_objects));
}

int hd_test_object(const void *p)
{
	for (unsigned i = 0; i < hd_test_running->nprefix; i++) {
		if (hd_objects[i] == p) {
			return (int)i;
		}
	}
	return -1;
}

// ---- prefix ----------------------------------------------------------------------

// Room for an object in caller memory, before its init function is called.
static void provide_memory(const struct hd_call_data *c, unsigned index)
{
	const struct hd_api_function *f = hd_function(c->function);

	if (f->role == HD_API_CONSTRUCTOR && f->class != HD_API_NONE &&
		__heddle_api.classes[f->class].shape == HD_API_CALLER_MEMORY) {
		hd_objects[index] = hd_call_memory(__heddle_api.classes[f->class].size);
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

bool hd_test_has_calls(const struct hd_test *t)
{
	for (unsigned thread = 0; thread < t->nthreads; thread++) {
		if (t->nsuffix[thread] == 0) {
			return false;
		}
	}
	return true;
}

static void call_boundary(void)
{
	struct hd_op op = {.kind = HD_EV_CALL};

	if (hd.run.whole_calls) {
		hd.fuel = 1; // the order of calls is what a linearization chooses
	}
	hd_sched_point(&op);
}

size_t hd_prefix_marks[HD_CALL_TIMES + 1];

// The same call again and again, with integers that grow, and other keys: that makes a state that is deep.
static void repeat(const struct hd_call_data *c, struct hd_frame *frame)
{
	const struct hd_api_function *f = hd_function(c->function);
	struct hd_call_data next = *c;

	for (unsigned k = 1; k <= c->times; k++) {
		hd_prefix_marks[k - 1] = hd.nlog;
		hd_call_make(&next, frame);
		for (unsigned p = 0; p < f->nparams; p++) {
			next.args[p].value += f->params[p].kind == HD_API_INT &&
				next.args[p].source == HD_FROM_CONSTANT;
			next.args[p].number += next.args[p].number > 0;
		}
	}
	hd_prefix_marks[c->times] = hd.nlog;
}

static void run_prefix(void)
{
	giving_up = false;
	for (unsigned i = 0; i < hd_test_running->nprefix && !giving_up; i++) {
		const struct hd_call_data *c = &hd_test_running->prefix[i];
		const struct hd_api_function *f = hd_function(c->function);
		struct hd_call_data in_place;
		if (hd.run.whole_calls) {
			call_boundary(); // the code's own threads come to rest
		}
		destroying |= f->role == HD_API_DESTRUCTOR;
		provide_memory(c, i);
		if (hd_objects[i] && f->self < f->nparams) {
			in_place = *c;
			in_place.args[f->self] = (struct hd_arg){.source = HD_FROM_CALL, .value = i};
			c = &in_place;
		}
		if (c->times > 1) {
			repeat(c, &hd_prefix_frames[i]);
		} else {
			hd_call_make(c, &hd_prefix_frames[i]);
		}
		hd_objects[i] = hd_call_object(c, &hd_prefix_frames[i]);
		giving_up = hd_prefix_frames[i].failed &&
			(f->role == HD_API_CONSTRUCTOR || hd_test_refers_to(hd_test_running, i));
	}
}

// ---- suffixes ---------------------------------------------------------------------

static void run_suffix_call(unsigned thread, unsigned i)
{
	const struct hd_call_data *c = &hd_test_running->suffix[thread][i];
	struct hd_frame *f = &hd_suffix_frames[thread][i];

	// A call has started when its first switch point comes.
	if (hd_on_call) {
		hd_on_call(c->function, true);
	}
	call_boundary();
	uint64_t start = hd.releases;
	overlapped |= running++ > 0;
	hd_call_make(c, f);
	hd_early_keep(c, f);
	running--;
	if (hd_gives(c, hd_test_running->class)) {
		hd_objects[hd_given_by(thread, i)] = hd_call_object(c, f);
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

	for (unsigned i = 0; i < hd_test_running->nsuffix[t]; i++) {
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
		for (unsigned t = 0; t < hd_test_running->nthreads; t++) {
			if (at[t] < hd_test_running->nsuffix[t] &&
				(first < 0 ||
					hd_suffix_frames[t][at[t]].when < hd_suffix_frames[first][at[first]].when)) {
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

	for (unsigned t = 0; t < hd_test_running->nthreads; t++) {
		for (unsigned i = 0; i < hd_test_running->nsuffix[t]; i++) {
			hd_suffix_frames[t][i].ended = false;
		}
	}
	running = 0;
	overlapped = reentered = false;
	for (unsigned t = 0; t < hd_test_running->nthreads; t++) {
		fibers[t] = hd_thread_create(run_suffix, NULL, (void *)(uintptr_t)t, false, NULL);
		suffix_fibers[nsuffix_fibers++] = (uint16_t)fibers[t]->id;
	}
	for (unsigned t = 0; t < hd_test_running->nthreads; t++) {
		hd_thread_join(fibers[t], NULL, HD_FOREVER);
	}
}

// What is of no side may be of either.
static void note_side(const struct hd_api_function *f, uint64_t results)
{
	unsigned side = f->side & (HD_SIDE_PRODUCER | HD_SIDE_CONSUMER);

	for (unsigned i = 0; i < 2; i++) {
		bool is_its = side == 0 || side & (i ? HD_SIDE_CONSUMER : HD_SIDE_PRODUCER);
		hd_results.sides[i] = is_its ? hd_mix(hd_results.sides[i] + results) : hd_results.sides[i];
	}
}

static void gather(void)
{
	hd_results_begin(overlapped);
	for (unsigned t = 0; t < hd_test_running->nthreads; t++) {
		for (unsigned i = 0; i < hd_test_running->nsuffix[t]; i++) {
			const struct hd_call_data *c = &hd_test_running->suffix[t][i];
			if (!hd_contract_is_glance(hd_test_running, c->function)) {
				note_side(hd_function(c->function), hd_results_add(c, &hd_suffix_frames[t][i]));
			}
		}
	}
}

static void gather_state(void)
{
	if (!hd_state_hash(hd_test_shared(), WATCHED_WORDS, &hd_results.state)) {
		hd_results.state = 0;
	}
}

void *hd_test_entry(void *data)
{
	hd_test_running = data;
	at_end = false;
	memset(reentering, 0, sizeof(reentering));
	nsuffix_fibers = 0;
	destroying = false;
	memset(hd_objects, 0, hd_test_running->nprefix * sizeof(*hd_objects));
	if (__heddle_api.setup) {
		__heddle_api.setup();
	}
	run_prefix();
	if (!giving_up) {
		if (hd_test_running->nthreads > 0) {
			run_suffixes();
		}
		gather();
		if (hd_test_watched) {
			gather_state();
		}
		hd_epilogue_ask();
		hd_results.reentered = reentered;
		destroying = true;
		hd_epilogue_destroy();
	} else {
		hd_results = (struct hd_results){0};
	}
	at_end = true;
	hd_process_exit(giving_up ? 1 : 0, true, NULL);
}

// ---- for callbacks of the API under test ------------------------------------------------

// A method of the class that takes nothing but the object, changes nothing and does not wait:
// what anyone would call from a callback. An observer if there is one.
const struct hd_api_function *hd_test_reentered(const struct hd_test *t)
{
	const struct hd_class *c = hd_class(t->class);
	const struct hd_api_function *found = NULL;

	for (unsigned i = 0; i < c->nmethods; i++) {
		const struct hd_api_function *f = hd_function(c->methods[i]);
		const struct hd_function_facts *facts = &hd_facts[c->methods[i]];
		bool plain = f->role == HD_API_METHOD || f->role == HD_API_OBSERVER;
		if (plain && f->class == t->class && f->nparams == 1 && f->self == 0 && !f->blocking && !f->bracket &&
			!facts->may_block && !facts->changes && !facts->unfit &&
			(!found || found->role == HD_API_METHOD)) {
			found = f;
		}
	}
	return found;
}

bool hd_test_is_reentering(unsigned fiber)
{
	return hd_set_has(reentering, fiber);
}

bool hd_test_anyone_reenters(void)
{
	uint64_t any = 0;

	for (unsigned w = 0; w < HD_SET_WORDS; w++) {
		any |= reentering[w];
	}
	return any != 0;
}

__attribute__((visibility("default"))) void __heddle_reenter(void)
{
	const struct hd_api_function *f = hd_test_reentered(hd_test_running);
	union hd_value args[HD_API_MAX_PARAMS] = {0}, result;

	if (f) {
		unsigned fiber = (unsigned)hd.cur->id;
		bool nested = hd_set_has(reentering, fiber);
		reentered = true;
		hd_set_add(reentering, fiber);
		args[0].p = (void *)hd_test_shared();
		f->call(args, &result);
		if (!nested) {
			hd_set_remove(reentering, fiber);
		}
	}
}

static struct hd_sync *callback_lock(void)
{
	struct hd_sync *s = hd_sync_at(&callback_mutex, HD_SYNC_MUTEX);

	s->type = PTHREAD_MUTEX_RECURSIVE;
	return s;
}

__attribute__((visibility("default"))) void __heddle_lock_callbacks(void)
{
	hd_mutex_lock(callback_lock(), hd_callsite(), HD_FOREVER);
}

__attribute__((visibility("default"))) void __heddle_unlock_callbacks(void)
{
	hd_mutex_unlock(callback_lock(), hd_callsite());
}
