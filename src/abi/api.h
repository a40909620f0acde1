// SPDX-License-Identifier: Apache-2.0
// The API under test as data: what the host infers from headers (src/api) and
// writes into the generated thunks.c, and what the harness (src/gen) makes
// tests of. Arrays are dense; everything is referred to by index.
#ifndef HD_ABI_API_H
#define HD_ABI_API_H

#include <stdbool.h>
#include <stdint.h>

#define HD_API_MAX_PARAMS 12
#define HD_API_NONE UINT16_MAX

union hd_value {
	int64_t i;
	uint64_t u;
	double d;
	void *p;
	void (*f)(void);
};

// What kind of value a parameter, result or struct field takes. Inferred from
// types and names; what kinds of *values* it then survives is learned by trial.
enum hd_api_kind {
	HD_API_VOID,     // results only
	HD_API_INT,      // integers of any size and sign
	HD_API_BOOL,
	HD_API_ENUM,     // one of `enumerators`
	HD_API_FLAGS,    // a combination of `enumerators`
	HD_API_FLOAT,    // float and double
	HD_API_STRING,   // const char *: a C string that is read
	HD_API_BUFFER,   // pointer to bytes or scalars; `length` tells the count, if known
	HD_API_LENGTH,   // integer that is the length of parameter `related`
	HD_API_OUT,      // pointer to one scalar that is written (or read and written);
			 // the length of buffer `related` on entry, if that is given
	HD_API_OUT_OBJECT, // T **: an object of class `type` is stored there
	HD_API_OBJECT,   // pointer (or handle) to an object of class `type`
	HD_API_PAYLOAD,  // void *: user data that is stored or passed on
	HD_API_CALLBACK, // function pointer: one of callbacks[type]
	HD_API_USERDATA, // void * that is handed to callback parameter `related`
	HD_API_STRUCT,   // struct by value: structs[type]
	HD_API_STRUCT_POINTER, // pointer to a plain struct, read or written: structs[type]
	HD_API_FILE,     // FILE *
	HD_API_POINTER,  // any other pointer: NULL, or bytes that are all zero
};

// What a callback is for, to judge by the name of its parameter or field. Then one that really does it is given.
enum hd_api_use {
	HD_USE_ANY,
	HD_USE_ALLOCATE,
	HD_USE_RESIZE,
	HD_USE_RELEASE,
	HD_USE_COMPARE,
	HD_USE_EQUAL,
	HD_USE_HASH,
	HD_USE_MAKE_LOCK,
	HD_USE_END_LOCK,
	HD_USE_LOCK,
	HD_USE_UNLOCK,
	HD_USE_COUNT,
};

struct hd_api_enumerator {
	const char *name;
	int64_t value;
};

struct hd_api_type {
	uint8_t kind;  // enum hd_api_kind
	uint8_t size;  // of a scalar; of an element, for buffers and out-parameters
	bool is_signed;
	bool is_format; // STRING: of printf or the like
	bool is_const; // what a pointer points to is not written
	bool is_float; // elements of a buffer or out-parameter are floating point
	bool is_pointer; // elements of a buffer or out-parameter are pointers
	bool in_place; // BUFFER: a field that is an array itself, of `count` numbers
	uint8_t use; // CALLBACK: enum hd_api_use
	bool by_address; // OBJECT given as T ** (destructors): the value is the object, the thunk takes
			 // the address of it; test.c must write `&object`
	bool in_out; // OBJECT given as T **: the address of its variable, which may be changed;
		     // OUT_OBJECT: perhaps so, nothing says that it makes one (gen/in_out.c)
	// LENGTH, OUT: its buffer; BUFFER: its length; USERDATA: its callback; 0xff none.
	// Index of a parameter, or of a field in structs.
	uint8_t related;
	uint32_t count; // BUFFER: elements it must have (`int a[4]`); 0: not known
	uint16_t type; // index of class, struct or callback signature; HD_API_NONE
	uint16_t nenumerators;
	const struct hd_api_enumerator *enumerators;
	int64_t low, high; // INT from hints: range; low > high: not given
	const char *name;  // of the parameter or field
	const char *text;  // C spelling of the type, for printing tests
};

struct hd_api_field {
	struct hd_api_type type;
	uint32_t offset;
};

struct hd_api_struct {
	const char *name; // C spelling: `struct config`
	uint32_t size;
	uint16_t nfields;
	const struct hd_api_field *fields;
};

// Functions of one callback signature that the host generated.
struct hd_api_callback {
	const char *name;    // C name, as it is printed in test.c
	const char *summary; // "does nothing", "returns 1", "calls back into the API"
	const char *source;  // C text of the function, for test.c
	void (*function)(void);
	bool reenters; // calls __heddle_reenter()
	uint8_t use; // enum hd_api_use: only for parameters and fields of this use; ANY: for all
};

struct hd_api_signature {
	const char *text; // C spelling of the pointer type
	uint16_t ncallbacks;
	const struct hd_api_callback *callbacks;
};

enum hd_api_role {
	HD_API_METHOD,
	HD_API_CONSTRUCTOR, // makes an object of its class: result, out-parameter or caller memory
	HD_API_DESTRUCTOR,
	HD_API_OBSERVER, // named like one (get, is, size, ...) or const: confirmed by trial
	HD_API_REF,      // takes one more reference
	HD_API_UNREF,
	HD_API_STATIC,   // of the API, but of no object
	HD_API_SETUP,    // the same, and prepares the library: only before anything else, if something needs it
	HD_API_EXCLUDED, // not called; `why` says why
};

// What may be concurrent on one object of a class.
enum hd_api_contract {
	HD_CONTRACT_UNKNOWN,     // nothing is said
	HD_CONTRACT_SHARED,      // any calls
	HD_CONTRACT_READ_SHARED, // calls that do not change it
	HD_CONTRACT_COUNTED,     // references, each owned by one thread, are taken and given back
	HD_CONTRACT_OWNED,       // nothing: each thread has objects of its own
	HD_CONTRACT_SPSC,        // one thread calls what produces, one what consumes
	HD_CONTRACT_LOCKED,      // calls between its own lock and unlock
	HD_CONTRACT_NOTHING,     // nothing is promised, and nothing in the code suggests it
};

// Which side of a queue a function is for; MANY: threads on that side may be many; PART: of two or more calls
// that belong together (reserve and commit, a copy and advance), so that not every one alone is right.
enum { HD_SIDE_PRODUCER = 1, HD_SIDE_CONSUMER = 2, HD_SIDE_MANY = 4, HD_SIDE_PART = 8 };
// For one or many threads on each side, by its name: functions that differ are not for the same object.
enum { HD_MODE_SP = 1, HD_MODE_MP = 2, HD_MODE_SC = 4, HD_MODE_MC = 8 };
enum { HD_BRACKET_OPENS = 1, HD_BRACKET_CLOSES = 2 };

struct hd_api_function {
	const char *name;
	const char *why;   // one line: why it has its role and class, or is excluded
	uint8_t role;      // enum hd_api_role
	uint8_t nparams;
	uint8_t self;      // parameter that is the object; 0xff: none
	bool blocking;     // hinted or named so: may wait for another thread
	bool weak;         // its results are not compared
	bool variadic;     // called with no variable arguments
	bool no_reentry;   // documented: its callbacks must not call the API
	bool comes_first;  // documented: nothing may be called before it
	uint8_t side;      // of HD_SIDE_*
	uint8_t mode;      // of HD_MODE_*
	uint8_t bracket;   // of HD_BRACKET_*: named like the lock or unlock of its class
	uint16_t class;    // HD_API_NONE: none
	uint16_t
		makes; // class whose objects tests get from it: a constructor's, or one that is `given`; HD_API_NONE: none
	struct hd_api_type params[HD_API_MAX_PARAMS];
	struct hd_api_type result;
	const char *file; // where it is declared
	uint32_t line;
	// Calls it: arguments as values, the result into *result. Structs are passed
	// by address: args[i].p points to one; for a struct result the caller sets
	// result->p to memory for it. Generated.
	void (*call)(const union hd_value *args, union hd_value *result);
	const void *address; // of the function itself; NULL: none of the files defines it
};

enum hd_api_shape {
	HD_API_OPAQUE, // T *: constructor returns it or stores it through T **
	HD_API_CALLER_MEMORY, // T lives in the caller's memory, T_init(T *, ...)
	HD_API_HANDLE, // integer handle
	HD_API_MODULE, // no handle: hidden global state
};

struct hd_api_class {
	const char *name; // `struct stack`, `queue_t`, or the module's prefix
	const char *text; // C spelling of a variable of it: `struct stack *`, `pool_t`, `int`
	const char *why;
	uint8_t shape; // enum hd_api_shape
	uint32_t size; // bytes of caller memory
	uint32_t nfunctions; // of this class, excluded ones not counted
	uint16_t destructor; // the one to use: a DESTRUCTOR, else the UNREF; HD_API_NONE: none
	bool given; // without a constructor: methods of others give objects out
	bool usable; // objects can be made and there is something to call on them
	bool selected; // usable, and asked for (--class)
	uint8_t contract; // enum hd_api_contract: as documented, hinted or named
	bool promised; // that much is said; else it is only said what is not
	const char *promise; // where it is said, NULL: nowhere
	const char *missing; // why no test of it can be made, NULL: nothing is missing
};

struct hd_api {
	const struct hd_api_class *classes;
	const struct hd_api_function *functions;
	const struct hd_api_struct *structs;
	const struct hd_api_signature *signatures;
	uint32_t nclasses, nfunctions, nstructs, nsignatures;
	const char *const *includes; // as test.c must write them, NULL at the end
	const char *code; // functions that hints brought, for test.c; may be empty
	void (*setup)(void); // called before each test, NULL: nothing; heddle_setup() in test.c
	const char *prefix; // of names that test.c defines itself; empty unless a header has such a name, too
};

// Defined by thunks.c. A harness that has it runs tests instead of main().
extern const struct hd_api __heddle_api __attribute__((weak));

// For generated callbacks, defined by the engine: a call of some method on the
// shared object; and a lock, which a thread that has it may lock again.
void __heddle_reenter(void);
void __heddle_lock_callbacks(void);
void __heddle_unlock_callbacks(void);

#endif
