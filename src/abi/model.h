// SPDX-License-Identifier: Apache-2.0
// Layout of the static model that the pass leaves in ELF sections of every
// instrumented object. The linker concatenates the sections; the runtime finds
// them by __start_/__stop_ symbols (module.c). All records are read-only after
// relocation. A record is referred to by its address; its dense id is its
// index in its section.
#ifndef HD_ABI_MODEL_H
#define HD_ABI_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#define HD_SECTION_SITES "heddle_sites"
#define HD_SECTION_FUNCS "heddle_funcs"
#define HD_SECTION_VARS "heddle_vars"
#define HD_SECTION_CALLS "heddle_calls"
#define HD_SECTION_EDGES "heddle_edges"
#define HD_SECTION_CONSTANTS "heddle_constants"
#define HD_SECTION_GLOBALS "heddle_globals" // writable globals of the code under test
#define HD_SECTION_OTHERS "heddle_others"   // where those are that are not in there
#define HD_CELL_BYTES 8 // of memory, for each cell of the shadow

enum hd_event_kind {
#define HD_EVENT(name, text, class) HD_EV_##name,
#include "abi/events.def"
#undef HD_EVENT
};

static inline bool hd_event_takes_lock(unsigned kind)
{
	return kind == HD_EV_LOCK || kind == HD_EV_TRYLOCK || kind == HD_EV_RDLOCK || kind == HD_EV_TRYRDLOCK;
}

enum hd_event_class { HD_CLASS_OTHER, HD_CLASS_ACCESS, HD_CLASS_ATOMIC, HD_CLASS_SYNC };

// Function flags.
enum {
	HD_FUNC_PUBLIC = 1, // externally visible
	HD_FUNC_MAIN = 2,   // the program's main, renamed
	HD_FUNC_FLOW = 4,   // its branches have hooks, and so have its entry and exit
};

// One function of the code under test.
struct hd_func {
	const void *address;
	const char *name;
	const char *file;
	uint32_t line;
	uint32_t flags;
	uint32_t nblocks; // basic blocks when instrumented; block 0 is the entry
	uint32_t pad;
};

// How the name of a variable starts.
enum hd_scope_kind {
	HD_SCOPE_FIELD,  // a struct type: any object of it
	HD_SCOPE_GLOBAL,
	HD_SCOPE_LOCAL,  // a local variable or a parameter, of some function; thread-local ones
};

// One variable, named as a programmer would (`struct queue.head`, `count`).
// Several objects may hold equal records: compare by name.
struct hd_var {
	const char *name;
	uint32_t scope; // enum hd_scope_kind
	uint32_t pad;
};

enum { HD_SITE_CAS = 1 }; // an update that compares first

// One instrumented instruction.
struct hd_site {
	const struct hd_func *func;
	const struct hd_var *var; // NULL: unknown
	const char *file;
	const char *callee; // name of the called function (HD_EV_CALL), else NULL
	uint32_t line;
	uint16_t column;
	uint8_t kind;  // enum hd_event_kind
	uint8_t order; // memory order of an atomic (C11 numbering), else 0
	uint32_t size; // bytes accessed, 0 if not constant
	uint32_t block; // basic block of func
	uint32_t index; // position among the sites of its block
	uint32_t flags; // HD_SITE_*
};

// A call: caller's record to the callee's address. Without callee: through a
// pointer. Without caller: somewhere the callee's address is taken.
struct hd_call {
	const struct hd_func *caller;
	const void *callee;
	uint32_t block;  // of the caller
	uint32_t index;  // sites of that block before the call
	uint32_t number; // among the calls of the caller, in the order of its blocks
	uint32_t line;
};

// What the branch at the end of a block must do for the edge to be taken.
enum hd_outcome_kind {
	HD_EDGE_ALWAYS,  // there is no branch
	HD_EDGE_TRUE,    // the comparison that its hook tells holds
	HD_EDGE_FALSE,
	HD_EDGE_CASE,    // the value that its hook tells is `value`
	HD_EDGE_DEFAULT, // it is that of no other edge
	HD_EDGE_OPAQUE,  // goes where the program has computed, or an exception does
};

// A control-flow edge of a function; reachability and control dependences are
// computed from these on demand (model/flow.c). Edges from one block follow each other.
struct hd_edge {
	const struct hd_func *func;
	const struct hd_site *branch; // at the end of the block; NULL: none
	int64_t value;                // HD_EDGE_CASE
	uint32_t from, to;
	uint32_t outcome; // enum hd_outcome_kind
	uint32_t pad;
};

// What a function compares something with: a text, or a number.
struct hd_constant {
	const struct hd_func *func;
	const char *text; // NULL: a number
	int64_t value;
	uint32_t is_bound; // it is compared by order: its neighbours count, too
	uint32_t pad;
};

// How the hook of a branch compares its operands. Comparisons of integers and pointers, and
// of floating-point numbers (whose operands are the bits of doubles) have LLVM's numbers;
// a condition that is no comparison is told as `condition != 0`.
enum hd_predicate {
	HD_COMPARE_FLOATS = 0, // to 15: bits 1 equal, 2 greater, 4 less, 8 unordered
	HD_COMPARE_EQ = 32,
	HD_COMPARE_NE,
	HD_COMPARE_UGT,
	HD_COMPARE_UGE,
	HD_COMPARE_ULT,
	HD_COMPARE_ULE,
	HD_COMPARE_SGT,
	HD_COMPARE_SGE,
	HD_COMPARE_SLT,
	HD_COMPARE_SLE,
	HD_COMPARE_SWITCH = 64, // the first operand with the values of the edges
	HD_COMPARE_OPAQUE,      // nothing is known of where it goes
};

// A writable global that is too large for the section of globals, or has one of
// its own.
struct hd_other {
	char *start;
	uint64_t size;
};

// What one linked module (executable or shared object) brings along.
struct hd_module {
	const struct hd_site *sites, *sites_end;
	const struct hd_func *funcs, *funcs_end;
	const struct hd_call *calls, *calls_end;
	const struct hd_edge *edges, *edges_end;
	char *globals, *globals_end;
	const struct hd_other *others, *others_end;
	struct hd_module *next;
};

#endif
