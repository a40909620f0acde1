// SPDX-License-Identifier: Apache-2.0
// The API model while it is being inferred; for src/api and its tests only.
//
// It is filled in this order, each step by one file, each building on the ones
// before:
//   parse.c     declarations as written in the headers: raw types and functions
//   definition_comments.c  comments where functions are defined, and at the beginning of files
//   comments.c  what the comments say: not thread-safe, @heddle hints
//   hints.c     the hints file; hint_keys.c its keys, code.c those with C code
//   classes.c   which types are classes
//   members.c   which class each function belongs to, and its object
//   modules.c   module classes out of what is left
//   roles.c     constructor, destructor, observer, ...; exclusions
//   contracts.c what may be concurrent on one object, as documented
//   params.c    what each parameter, result and field is; structs.c, callbacks.c
//   usable.c    which classes can be tested, and which were asked for
// list.c and thunks.c only read it. Everything lives in the model's arena.
#ifndef HD_API_MODEL_H
#define HD_API_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/api.h"
#include "api/api.h"
#include "api/words.h"
#include "base/arena.h"
#include "base/ini.h"

enum { HD_NO_PARAM = 0xff };

enum hd_raw_kind {
	HD_RAW_VOID,
	HD_RAW_BOOL,
	HD_RAW_INT,
	HD_RAW_FLOAT,
	HD_RAW_ENUM,
	HD_RAW_POINTER,
	HD_RAW_FUNCTION, // only behind a pointer
	HD_RAW_RECORD,
	HD_RAW_ARRAY,
	HD_RAW_OTHER, // va_list, _Complex, vectors, ...: heddle cannot create values
};

// A type as written in the header, and what is behind its typedefs.
struct hd_raw_type {
	enum hd_raw_kind kind;
	bool is_const, is_signed;
	bool alias_is_ours; // the typedef is not from a system header
	uint32_t size;      // bytes; 0: incomplete
	uint32_t count;     // ARRAY: elements
	const char *text;   // spelling, without the top-level const
	const char *alias;  // typedef used in the header, or NULL
	const struct hd_raw_type *to; // POINTER, ARRAY
	struct hd_raw_record *record;
	struct hd_raw_enum *enumeration;
	struct hd_raw_signature *signature; // FUNCTION
};

struct hd_raw_field {
	const char *name;
	const struct hd_raw_type *type;
	uint32_t offset;
	bool is_bits;
};

// A struct or union.
struct hd_raw_record {
	const char *key;    // identity
	const char *tag;    // `struct stack`; NULL without one
	const char *alias;  // typedef of the struct
	const char *handle; // typedef of a pointer to it
	const char *comment;
	bool is_system, is_union;
	uint32_t size; // 0: opaque
	size_t nfields;
	struct hd_raw_field *fields;
	uint16_t class;      // HD_API_NONE: none
	uint16_t structure;  // index in model->structs, HD_API_NONE: none
	bool is_open;        // that is being filled in
	unsigned height;     // levels of structs in it, itself included
};

struct hd_raw_enum {
	const char *key;
	const char *name; // "" if it has none
	size_t count;
	struct hd_api_enumerator *enumerators;
};

// What a function pointer points to.
struct hd_raw_signature {
	const char *key; // canonical spelling
	const char *text; // of the pointer
	const struct hd_raw_type *result;
	size_t count;
	const struct hd_raw_type **params;
	bool variadic;
	uint16_t index; // in model->signatures, HD_API_NONE: not used
	uint16_t uses; // mask of enum hd_api_use: what parameters and fields want it for
	bool context_last; // beside it blocks are allocated by a function that takes a context last
};

// What the user said about one parameter.
struct hd_param_hint {
	const char *param; // name, or number from 1
	int kind;          // enum hd_api_kind; -1: not given
	const char *length_of; // name of its buffer; NULL: not given
	bool has_range;
	int64_t low, high;
	size_t nvalues;
	struct hd_api_enumerator *values;
};

// What the user said about a function, or about a whole class.
struct hd_hint {
	const char *exclude; // reason; NULL: not given
	const char *unsafe;  // why it must not be called concurrently; NULL: not given
	int role;            // enum hd_api_role; -1: not given
	bool weak, blocking;
	int contract;        // enum hd_api_contract; 0: not given
	const char *class;   // NULL: not given
	size_t nparams;
	struct hd_param_hint *params;
};

// C code from hints (code.c).
struct hd_code {
	const char *section; // the class, or "*"
	const char *text, *place;
	const char *type; // of what a constructor makes; NULL: not known yet
};

struct hd_raw_param {
	const char *name; // "" if it has none
	const struct hd_raw_type *type;
	bool is_format; // a printf-like format, according to an attribute of the function
};

struct hd_raw_function {
	const char *name;
	const char *comment; // "" if it has none
	const char *file;
	uint32_t line;
	bool is_inline; // static inline: no symbol of its own
	bool is_code;   // made of code in hints
	bool is_hinted; // a section of hints is about it
	bool variadic;
	size_t nparams;
	struct hd_raw_param *params;
	const struct hd_raw_type *result;
	struct hd_hint hint;
	struct hd_words words;  // of the name
	struct hd_words rest;   // without those of its class: what it does
	bool makes;             // creates an object of its class
	struct hd_api_function is; // what was inferred
};

// How a class is written in C.
enum hd_class_form {
	HD_FORM_RECORD, // pointer to `record`
	HD_FORM_ALIAS,  // typedef `alias` of an integer or void *, or pointer to one of void
	HD_FORM_PLAIN,  // plain int or void *
	HD_FORM_BLOCK,  // void * that a method of another class lends and one takes back
	HD_FORM_MODULE,
};

struct hd_model_class {
	struct hd_api_class is;
	enum hd_class_form form;
	struct hd_raw_record *record;
	const struct hd_raw_type *type; // ALIAS, PLAIN
	const char *alias;              // ALIAS
	struct hd_words words;          // of the name, without suffixes such as _t
	struct hd_hint hint;
	bool has_maker;     // a function returns one, or stores one through a pointer
	bool has_init;      // a function initialises one in place
	bool has_weak_init; // a function may initialise one in place
	bool is_orphan;     // no function creates one according to its name, but some function destroys one
	uint8_t many;        // of HD_SIDE_*: sides of which several threads may be
};

struct hd_api_model {
	struct hd_arena arena;
	size_t nheaders;
	bool names_taken; // a header declares a name that test.c would define itself
	const char **headers; // absolute paths, in the order given
	size_t nprelude;
	const char **prelude; // operands of #include that the headers need before them
	size_t ncodes;
	struct hd_code *codes;
	const char *code;     // the functions made of them, read with the headers; NULL: not yet
	const char *about;    // comments at the beginning of headers and sources
	size_t noffered; // functions behind the others that headers declare which were not given (classes.c)
	size_t nfunctions, nclasses, nrecords, nenums, nsignatures, nstructs, nused;
	struct hd_raw_function *functions;
	struct hd_model_class *classes;
	struct hd_raw_record **records;
	struct hd_raw_enum **enums;
	struct hd_raw_signature **signatures; // all that were seen
	struct hd_raw_signature **used;       // those of parameters, in the order of `index`
	struct hd_api_struct *structs;
	struct hd_raw_record **struct_records; // of structs, same index
};

// parse.c
enum hd_status hd_api_parse(struct hd_api_model *model, const struct hd_api_request *request, struct hd_error *error);
// comments.c
enum hd_status hd_api_read_comments(struct hd_api_model *model, struct hd_error *error);
bool hd_comment_says_unsafe(const char *comment);
char *hd_comment_squeeze(const char *comment); // without line breaks and marks; the caller frees it
// definition_comments.c
void hd_api_read_definitions(struct hd_api_model *model, const struct hd_strv *sources);
// contracts.c
void hd_api_find_contracts(struct hd_api_model *model);
// hint_keys.c: one `key = value` for a function, or (NULL) for a class or all
// functions. place: where it was found, for messages.
enum hd_status hd_hint_set(struct hd_api_model *model, struct hd_hint *hint, const struct hd_raw_function *function,
	const char *key, const char *value, const char *place, struct hd_error *error);
// What was said about a parameter, by name or number; NULL: nothing.
const struct hd_param_hint *hd_hint_param(const struct hd_raw_function *function, size_t index);
// Index of the parameter; nparams if there is none.
size_t hd_param_by_name(const struct hd_raw_function *function, const char *name);
// hints.c
struct hd_hints;
enum hd_status hd_hints_read(struct hd_api_model *model, const struct hd_strv *paths, struct hd_hints **hints,
	struct hd_error *error);
enum hd_status hd_hints_apply_to_classes(struct hd_hints *hints, struct hd_error *error);
enum hd_status hd_hints_unknown_section(const struct hd_api_model *model, const char *section, const char *place,
	struct hd_error *error);
// code.c
bool hd_code_is_key(const char *key);
enum hd_status hd_code_add(struct hd_api_model *model, const struct hd_ini_entry *entry, struct hd_error *error);
// Once classes are known.
enum hd_status hd_code_find_types(struct hd_api_model *model, struct hd_error *error);
// Where code says how to make objects of the class; NULL: nowhere.
const char *hd_code_place(struct hd_api_model *model, uint16_t class);
bool hd_code_has_setup(const struct hd_api_model *model);
// The functions; lines: with #line, so that the compiler names the hints.
void hd_code_write(const struct hd_api_model *model, struct hd_str *out, bool lines);
struct hd_model_class *hd_class_by_name(struct hd_api_model *model, const char *name);
// classes.c
void hd_api_find_classes(struct hd_api_model *model);
struct hd_model_class *hd_api_add_class(struct hd_api_model *model, enum hd_class_form form, const char *name);
// How a type refers to a class.
enum hd_reference {
	HD_REF_NONE,
	HD_REF_OBJECT,  // pointer or handle
	HD_REF_ADDRESS, // pointer to a pointer or handle
	HD_REF_VALUE,   // the struct itself
};
enum hd_reference hd_class_reference(const struct hd_api_model *model, const struct hd_raw_type *type, uint16_t *class);
// members.c
enum hd_status hd_api_find_members(struct hd_api_model *model, struct hd_error *error);
// modules.c
void hd_api_find_modules(struct hd_api_model *model);
// roles.c
void hd_api_find_roles(struct hd_api_model *model);
// params.c
void hd_api_find_kinds(struct hd_api_model *model);
// Pairs buffers with lengths and callbacks with their data among n neighbours.
void hd_kinds_pair(struct hd_api_type *types, const struct hd_raw_type *const *raw, size_t count);
void hd_kind_of(struct hd_api_model *model, struct hd_api_type *type, const struct hd_raw_type *raw, const char *name,
	unsigned depth);
bool hd_enum_is_flags(const struct hd_raw_enum *enumeration, const char *name);
// uses.c
// What the callbacks among the parameters of a function or the fields of a struct are for.
void hd_kinds_use(struct hd_api_type *types, const struct hd_raw_type *const *raw, size_t count);
// structs.c
uint16_t hd_struct_index(struct hd_api_model *model, struct hd_raw_record *record, unsigned depth);
// callbacks.c
struct hd_callback_text {
	const char *name, *summary, *source;
	bool reenters;
	uint8_t use; // enum hd_api_use
};
enum { HD_MAX_CALLBACKS = 12 };
size_t hd_callbacks_write(struct hd_api_model *model, const struct hd_raw_signature *signature,
	struct hd_callback_text out[HD_MAX_CALLBACKS]);
uint16_t hd_signature_index(struct hd_api_model *model, struct hd_raw_signature *signature);
// "int (*name)(void)": a declaration of name.
void hd_declare(struct hd_str *out, const char *type, const char *name);
// usable.c
void hd_api_find_usable(struct hd_api_model *model);
// names.c
const char *hd_role_name(int role);
const char *hd_kind_name(int kind);
const char *hd_shape_name(int shape);
// -1 for an unknown one, with the nearest in *nearest (or NULL).
int hd_role_by_name(const char *name, const char **nearest);
int hd_kind_by_name(const char *name, const char **nearest);

#endif
