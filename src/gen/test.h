// SPDX-License-Identifier: Apache-2.0
// A test is data: calls of API functions with arguments that say where their
// values come from. Nothing is compiled to make one.
//
// A test has a prefix (thread 0, before any other runs), suffixes (threads 1 to
// n, concurrently), and an epilogue that every test has: observers are called on the
// shared object and on those that suffixes were given, then the objects of the prefix
// are destroyed in reverse order.
#ifndef HD_GEN_TEST_H
#define HD_GEN_TEST_H

#include "abi/api.h"
#include "runtime/rt.h"

#define HD_TEST_THREADS 8
#define HD_TEST_PREFIX 24
#define HD_TEST_SUFFIX 8
#define HD_TEST_CALLS (HD_TEST_THREADS * HD_TEST_SUFFIX)
#define HD_TEST_OBSERVERS 8
#define HD_TEST_ASKED 4 // objects that observers are called on
#define HD_CLASS_METHODS 512
#define HD_CALL_TIMES 256
#define HD_CLASS_DEPTHS 8
#define HD_CLASS_PARTNERS 16
#define HD_OUT_WORDS 4 // room for what an out-parameter gets
#define HD_RESULT_STRUCT 128 // bytes of a struct that a call returned a pointer to: so much of it counts

// Where the value of an argument comes from.
enum hd_source {
	HD_FROM_CONSTANT, // `value` itself: integers, enumerators, bits of a double
	HD_FROM_NULL,
	HD_FROM_STRING, // string `value` of the pool
	HD_FROM_BUFFER, // a fresh heap block of `value` bytes
	HD_FROM_OUT,    // room for a result
	HD_FROM_CALL,   // the object or result of prefix call `value`, or see hd_given_by
	HD_FROM_TOKEN,  // address of one of a few static bytes
	HD_FROM_HEAP,   // a fresh heap block that the callee may own
	HD_FROM_CALLBACK, // callback `value` of the parameter's signature
	HD_FROM_STRUCT, // a struct filled from seed `value`
	HD_FROM_FILE,
	HD_FROM_COUNT,
};

struct hd_arg {
	uint8_t source;
	uint16_t number; // of a buffer or string: which of several that differ; 0: the plain one
	int64_t value;
};

struct hd_call_data {
	uint16_t function;
	uint16_t times; // in a prefix: it is made so often, integers and numbers one larger each time; 0: once
	struct hd_arg args[HD_API_MAX_PARAMS];
};

struct hd_test {
	uint16_t class;
	uint8_t nthreads; // suffixes
	uint8_t nprefix;
	uint8_t shared; // prefix call that makes the shared object; 0xff: module
	bool gives_away; // the suffixes also give back the reference of the constructor
	bool ends_some; // calls may end objects that the prefix made
	bool owned; // every thread has an object of its own, by the contract
	uint8_t own[HD_TEST_THREADS]; // ... made by this prefix call
	uint8_t nsuffix[HD_TEST_THREADS];
	struct hd_call_data prefix[HD_TEST_PREFIX];
	struct hd_call_data suffix[HD_TEST_THREADS][HD_TEST_SUFFIX];
};

// One call while it is made and after.
struct hd_frame {
	union hd_value args[HD_API_MAX_PARAMS];
	union hd_value result;
	uint64_t out[HD_API_MAX_PARAMS][HD_OUT_WORDS];
	uint32_t live[HD_API_MAX_PARAMS + 1]; // bytes of buffers, and of what was returned (results.h)
	unsigned char behind[HD_RESULT_STRUCT]; // a returned pointer to a struct, when results were gathered
	unsigned char early[HD_RESULT_STRUCT];  // the same, or a text, when a call of a suffix returned (early.c)
	bool untouched[HD_RESULT_STRUCT];       // bytes of it that no thread had written by then
	uint32_t nearly;                        // how many there are
	uint64_t when; // a suffix call took effect: its last release, or its end if it has none
	bool ended;
	bool failed; // a constructor that made nothing
};

// What distinguishes executions of a test.
struct hd_results {
	uint64_t hash;
	uint64_t sides[2]; // of the producers' calls and the consumers' calls
	uint64_t unfilled; // set of suffix calls, as they are gathered, that handed out what was filled in later
	uint64_t state; // that the calls left (hd_test_watched); 0: not known
	unsigned ncalls; // that came to an end
	bool overlapped; // else the execution was a linearization itself
	bool reentered; // a callback called the API: its calls are operations of their own, in no order of the test's
};

// ---- learn.c: what is known about the API -------------------------------------

struct hd_param_facts {
	uint16_t bad; // mask of enum hd_source that did not survive
	uint8_t good; // struct (its seed) or string with which a call first did what it should; 0: the plainest
	uint8_t plain; // enum hd_source of a call that survived; not one of the kind's: not known
	// Of a constructor, if methods take locks only with some values: bits that must be there, and must not; or the
	// values with which they take none (mask of enumerators, or of 0 and 1), and one with which they do.
	uint32_t set, clear, unlocked;
	int64_t locked;
	int64_t most; // larger integers cost too many threads, steps or bytes; 0: none do
};

struct hd_function_facts {
	bool usable; // survives alone in a sequential test
	bool destroys; // frees the object
	bool changes; // writes something: not an observer
	bool divided; // touches what is shared in more than one critical section: others can come between
	uint8_t synced; // how it was seen to synchronize (hd_contract_sync)
	bool paired; // a lock or unlock that is called around others
	bool inside; // fails unless these are called around it
	bool shares; // a constructor that writes what was there before the object
	bool may_block;
	bool has_default; // NULL as the object means one that is always there
	bool ends; // the destructor of its class, as far as is known
	bool lives; // named like a destructor, but the object is there afterwards, and another function frees it
	bool in_out; // takes the variable of an object, and may replace it (in_out.c)
	uint32_t unfit; // functions that make objects of its class, by their order: objects that it does not survive
	bool optional; // the initialisation of a module that others make if it was not called
	uint16_t needs; // function that must be called before, and 1; 0: none
	uint16_t outs; // mask of parameters through which it may give results
	uint8_t crashes; // trials that a worker did not outlive
	bool hangs; // because it waited forever
	uint8_t probes; // trials made to find plain arguments
	bool has_plain; // these were found
	bool tried_again; // because a parameter had no values
	uint8_t untried; // times that there was no time for it
	const char *why; // not usable: what happened
	struct hd_param_facts params[HD_API_MAX_PARAMS];
};

struct hd_class {
	uint16_t number; // in __heddle_api
	bool usable; // tests of it can be made
	char problem[360]; // if it is not: "has no ..."
	bool spawns; // has threads of its own: results depend on them
	int destructor; // function that ends an object, -1: none
	int16_t *method_of; // by function: index in methods, -1: none
	uint16_t methods[HD_CLASS_METHODS]; // may be called in suffixes
	unsigned nmethods;
	bool has_neighbours; // some methods are not of the class: they share global variables with it (neighbours.c)
	uint16_t setup[HD_CLASS_METHODS]; // may be called in prefixes only: the contract does not allow more
	unsigned nsetup;
	uint8_t contract; // enum hd_api_contract
	char contract_why[200];
	unsigned unprotected; // variables that its methods share
	int opens, closes; // its own lock and unlock, -1: none
	uint16_t observers[HD_TEST_OBSERVERS]; // asked after the suffixes
	unsigned nobservers;
	// Methods that do something new when they have been called so often.
	struct {
		uint16_t function, times;
	} depths[HD_CLASS_DEPTHS];
	unsigned ndepths;
	// Methods that wait until another has been called, each with one that ends the wait.
	struct {
		uint16_t waits, wakes;
	} partners[HD_CLASS_PARTNERS];
	unsigned npartners;
	// By the static model; nothing is known before hd_effects_model was asked for it.
	const struct hd_model *model;
	uint16_t mutators[HD_CLASS_METHODS]; // may write what methods share
	unsigned nmutators;
	uint64_t *feeders; // by index: set of the methods that may write what it touches
};

extern struct hd_function_facts *hd_facts; // by function

// Room for the facts, in memory that outlives a worker: once, before any.
void hd_learn_init(void);
// Tries all functions sequentially, as long as may_go_on() says so; how many there
// was no time for. A worker that replaces one that did not outlive a trial goes on there.
unsigned hd_learn_all(uint64_t seed, bool (*may_go_on)(void));
// What was learned, as text, for another campaign of the same code. False: it is not complete, or cannot be read.
bool hd_learn_save(void (*put)(const char *text));
bool hd_learn_load(const char *text);
const struct hd_class *hd_class(uint16_t number);
int hd_learn_destructor(uint16_t class); // of any class, -1: none
int hd_learn_bracket(uint16_t class, unsigned bracket); // its lock or unlock, -1: none
// used: tests call it.
void hd_learn_report(void (*line)(const char *function, const char *text, bool used));

// ---- effects.c: what methods may do, without trial ------------------------------

struct hd_model;
// The model of a class that was collected; made when first asked for.
const struct hd_model *hd_class_model(uint16_t number);
const struct hd_model *hd_effects_model(struct hd_class *c);
// Do `writer` and `user` (indices of methods) meet in a variable that the first may write?
bool hd_effects_feeds(const struct hd_class *c, unsigned writer, unsigned user);
// The methods that feed one of two; how many.
unsigned hd_effects_feeders(const struct hd_class *c, unsigned a, unsigned b, uint16_t *out);

// ---- contract.c: what may be concurrent ---------------------------------------------

// How an event of this kind synchronizes: bits, with locks, atomic updates, other atomics; 0: not at all.
uint8_t hd_contract_sync(unsigned kind);
// Can what it does be seen?
bool hd_is_instrumented(const struct hd_api_function *function);
extern uint8_t hd_contract_forced; // enum hd_api_contract; UNKNOWN: none
extern bool hd_contract_lifted; // every method may be called: the test is there already
const char *hd_contract_name(uint8_t contract);
// The function, or another that the thread of a test may call instead; HD_API_NONE: there is none.
uint16_t hd_contract_fit(const struct hd_test *t, unsigned thread, uint16_t function, uint64_t *rng);
// Is it for as many threads on each side as the calls that the test has?
bool hd_contract_agrees(const struct hd_test *t, uint16_t function);
unsigned hd_contract_threads(const struct hd_class *c, unsigned wanted);
// Does it ask, beside calls of others, for something of a queue with many threads on a side? What these have reserved
// may count or not.
bool hd_contract_is_glance(const struct hd_test *t, uint16_t function);
// Is the call the lock or the unlock around others?
bool hd_contract_is_bracket(const struct hd_test *t, const struct hd_call_data *c);

// ---- value.c ---------------------------------------------------------------------

// What a value may refer to.
struct hd_scope {
	struct hd_test *test;
	uint64_t *rng;
	bool simple; // the plainest value of each kind
	uint32_t given; // mask of parameters that have their value
	uint8_t shared; // prefix call that makes the object that calls are made on
	bool stays_out; // callbacks must not call the API
};

// Draws an argument; false: none is possible.
bool hd_value_draw(struct hd_scope *s, uint16_t function, unsigned param, struct hd_arg *out,
	const struct hd_call_data *call);
// The different values that a parameter may be given, without those that only the prefix can
// give; what takes something away first: NULL, negative numbers, 0, "". How many, at most `most`.
unsigned hd_value_options(uint16_t function, unsigned param, struct hd_arg *out, unsigned most);
bool hd_value_takes_away(const struct hd_arg *a, const struct hd_api_type *t);
// Lengths follow from their buffers.
void hd_value_set_lengths(struct hd_call_data *call);
const char *hd_value_string(int64_t index);
#define HD_TEXT_CELLS 64 // bytes for a string of heddle's own, and its alignment
unsigned hd_value_nstrings(void);
// The same string in another build of the code under test; there, the index of the string of that name.
int64_t hd_value_string_name(int64_t index);
int64_t hd_value_string_named(int64_t name);
// Blocks of one size differ in their letters: that at a place of the block of a number.
char hd_value_letter(unsigned number, size_t at);
// Files cannot be protected: strings, which may be names of files, are neither "" nor "/".
extern bool hd_value_careful;
int64_t hd_value_safe_string(int64_t index); // the same, or the index of one that may be used
extern unsigned char hd_value_tokens[8];
uint16_t hd_value_sources(const struct hd_api_type *t); // mask of what its kind allows
// Where the value of a struct's field comes from, in a struct that is filled from
// `seed`: as for a parameter of its type. What only a callee could tell is NULL.
struct hd_arg hd_value_field(const struct hd_test *t, const struct hd_api_struct *s, unsigned field, int64_t seed);
// How many elements of a field that is an array are filled: with 1, or with a text if they are characters.
unsigned hd_value_elements(const struct hd_api_type *array);
void *hd_value_file(void);
// Before main: what is opened then is the same in all executions.
void hd_value_init(void);

// ---- build.c -----------------------------------------------------------------------

// Is there a constructor of the class that can be used, as far as is known?
bool hd_build_can_make(uint16_t class);
// An empty test with the constructor calls it needs; false: impossible.
bool hd_build_begin(struct hd_test *t, uint16_t class, uint64_t *rng, bool simple);
// The same, plainly, with an object that a method survives.
bool hd_build_begin_for(struct hd_test *t, uint16_t function, uint64_t *rng);
// Does a function survive on objects that `maker` makes? And: it does not; false: that cannot be noted.
bool hd_build_fits(uint16_t function, uint16_t maker);
bool hd_build_note_unfit(uint16_t function, uint16_t maker);
// The same of a module, without its initialisation.
bool hd_build_begin_bare(struct hd_test *t, uint16_t module, uint64_t *rng);
// Appends a call; its objects are constructed in the prefix. false: impossible.
bool hd_build_prefix_call(struct hd_test *t, uint16_t function, uint64_t *rng, bool simple);
bool hd_build_suffix_call(struct hd_test *t, unsigned thread, uint16_t function, uint64_t *rng);
// The same with the plainest values.
bool hd_build_plain_suffix_call(struct hd_test *t, unsigned thread, uint16_t function, uint64_t *rng);
// As hd_build_begin, with this constructor.
bool hd_build_begin_by(struct hd_test *t, uint16_t class, uint16_t constructor, uint64_t *rng);
// Up to n random calls that survive a sequential run.
void hd_build_prefix(struct hd_test *t, unsigned n, uint64_t *rng);
// The same, with these for methods that write something.
void hd_build_prefix_of(struct hd_test *t, unsigned n, const uint16_t *mutators, unsigned nmutators, uint64_t *rng);

// ---- deep.c ------------------------------------------------------------------------

// The last call of the prefix so often, with integers that grow and keys that differ.
void hd_build_repeat(struct hd_test *t, unsigned times);
// Seldom: many calls of one method, up to where it does something new (learn_depths.c).
void hd_build_deep(struct hd_test *t, uint64_t *rng);

// ---- run.c ---------------------------------------------------------------------------

extern struct hd_results hd_results; // of the execution just made
extern bool hd_test_watched; // executions find out which state calls leave, unless it is large
// Called when a suffix starts and ends a call; NULL: no listener.
extern void (*hd_on_call)(uint16_t function, bool starts);
void *hd_test_entry(void *test); // the code of fiber 0
// The thread of the test that a fiber is, from 0, and the fiber that a thread is; -1: none.
int hd_test_thread_of(unsigned fiber);
int hd_test_fiber_of(unsigned thread);
unsigned hd_test_number_of(unsigned thread); // for people: of its fiber, or as it would be
// Which functions the suffixes call, each once; how many.
unsigned hd_test_functions(const struct hd_test *t, uint16_t called[HD_TEST_CALLS]);
// After a complete execution: the threads of its calls, in the order in which the
// calls seem to have taken effect. The number of calls, at most HD_TEST_CALLS.
unsigned hd_test_order(uint8_t *order);
// Runs prefix and epilogue only; the verdict.
enum hd_verdict hd_test_try(const struct hd_test *t);
// Had a destructor been called when the execution ended?
bool hd_test_is_destroying(void);
// Did the code under test exit the process? Then a call has not returned, whatever the status.
bool hd_test_exited(void);
// Called for every sequential execution, a trial or an order of calls. It need
// not return. NULL: no listener.
extern void (*hd_test_on_sequential)(const struct hd_record *r);
// The memory of the shared object, if it is one; while or after a run.
const void *hd_test_shared(void);
// What a call of the execution just made left: thread from 0, or -1 for an observer.
struct hd_frame *hd_test_frame(int thread, unsigned i);
int hd_test_object(const void *p); // the prefix call that made it, -1: none
bool hd_test_is_room(const void *p); // given to a call for a result?
bool hd_test_has_calls(const struct hd_test *t); // in every thread
// Does any other call take the result of this prefix call as an argument?
bool hd_test_refers_to(const struct hd_test *t, unsigned call);
// The epilogue's calls, for the execution just made. An observer that is asked in the end,
// NULL: no more; the destructor of what a prefix call made, false: none.
const struct hd_call_data *hd_test_observer(const struct hd_test *t, unsigned i);
bool hd_test_destroyer(const struct hd_test *t, unsigned i, struct hd_call_data *out);
// The method that re-entrant callbacks call on the shared object; NULL: none is suitable.
const struct hd_api_function *hd_test_reentered(const struct hd_test *t);
// Is a thread, or any, in a call that a callback made?
bool hd_test_is_reentering(unsigned fiber);
bool hd_test_anyone_reenters(void);

// ---- print.c, print_file.c, store.c -----------------------------------------------------

size_t hd_print_call(const struct hd_test *t, const struct hd_call_data *c, char *out, size_t size);
// The whole file; what the fault was decides what it checks in the end.
size_t hd_print_test(const struct hd_test *t, const struct hd_fault *f, char *out, size_t size);
size_t hd_store_test(const struct hd_test *t, char *out, size_t size);
bool hd_load_test_line(struct hd_test *t, const char *line); // "test ..." or "call ..."
// The test of a schedule file; false: there is none, or it is none of this API.
bool hd_load_test(const char *path, struct hd_test *t);
extern const char *hd_stored_test_path; // of the schedule file that a campaign is about; NULL: none

// ---- in_out.c ----------------------------------------------------------------------------

extern const struct hd_api_function *hd_functions; // those of the API, as far as learning has not corrected them
// Room for corrections, in memory that outlives a worker: once, before any.
void hd_in_out_init(void);
// Makes a function that was taken for one that makes objects a method, which takes the variable of an object.
void hd_in_out_correct(uint16_t function);

static inline const struct hd_api_function *hd_function(uint16_t i)
{
	return &hd_functions[i];
}

// How an argument refers to what a suffix call gave, and the call that an argument refers to.
static inline unsigned hd_given_by(unsigned thread, unsigned i)
{
	return HD_TEST_PREFIX + thread * HD_TEST_SUFFIX + i;
}

static inline const struct hd_call_data *hd_maker(const struct hd_test *t, unsigned i)
{
	return i < HD_TEST_PREFIX
		? &t->prefix[i]
		: &t->suffix[(i - HD_TEST_PREFIX) / HD_TEST_SUFFIX][(i - HD_TEST_PREFIX) % HD_TEST_SUFFIX];
}

// Does a function take an object of this class? Those of other classes can be called on the shared one, too.
static inline bool hd_takes(const struct hd_api_function *f, uint16_t class)
{
	for (unsigned p = 0; p < f->nparams; p++) {
		if (f->params[p].kind == HD_API_OBJECT && f->params[p].type == class) {
			return true;
		}
	}
	return false;
}

// Is its object given as the variable that has it, which it may change?
static inline bool hd_takes_variable(const struct hd_api_function *f)
{
	return f->self < f->nparams && f->params[f->self].in_out && f->params[f->self].kind == HD_API_OBJECT;
}

// Is it a method of tests of the class only because both share global variables?
static inline bool hd_is_neighbour(uint16_t function, uint16_t class)
{
	const struct hd_api_function *f = hd_function(function);
	return f->class != class && __heddle_api.classes[f->class].shape == HD_API_MODULE && !hd_takes(f, class);
}

// Objects that methods of another class give out, and the end of one.
static inline bool hd_is_given(uint16_t class)
{
	return class != HD_API_NONE && __heddle_api.classes[class].given;
}

static inline bool hd_ends_given(uint16_t function)
{
	const struct hd_api_function *f = hd_function(function);
	return hd_is_given(f->class) && (f->role == HD_API_DESTRUCTOR || f->role == HD_API_UNREF);
}

// Does a call make an object of this class?
static inline bool hd_makes(const struct hd_call_data *c, uint16_t class)
{
	return hd_function(c->function)->makes == class && class != HD_API_NONE;
}

// Does it make or return one? Whose that is need not be known to ask it something.
static inline bool hd_gives(const struct hd_call_data *c, uint16_t class)
{
	const struct hd_api_type *result = &hd_function(c->function)->result;
	return hd_makes(c, class) || (result->kind == HD_API_OBJECT && result->type == class && !result->is_const);
}

#endif
