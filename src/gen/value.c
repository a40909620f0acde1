// SPDX-License-Identifier: Apache-2.0
// Values: small and boundary integers, enumerators, strings that collide, the
// shared object itself wherever its type or a void * allows it.
#include "gen/harvest.h"
#include "gen/test.h"
#include "runtime/rng.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

_Alignas(HD_TEXT_CELLS) unsigned char hd_value_tokens[8];

static const int64_t integers[] = {1, 0, 2, 3, 1, 2, 4, 5, 7, 8, 10, 16, -1, 100, 255, 1000, 65536, INT32_MAX,
	INT32_MIN};
static const double floats[] = {1, 0, 0.5, -1, 2, 10, 1e9, -0.0, 1e-9};
// No % conversions: format parameters get no matching arguments.
// Each in cells of its own: which share one would otherwise be the linker's choice, and with it what is shared.
static _Alignas(HD_TEXT_CELLS) const char strings[][HD_TEXT_CELLS] = {"a", "b", "a", "key", "", "ab", "value", "abc",
	"b", "a somewhat longer string than the others, of 60 characters", "1", "-1", "10", "1.5", "2000-01-31",
	"12:30:00", "true", "a b", "/", "a=b"};

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

unsigned hd_value_nstrings(void)
{
	return COUNT(strings) + hd_harvest_ntexts;
}

const char *hd_value_string(int64_t index)
{
	uint64_t harvested = (uint64_t)index - COUNT(strings);

	return harvested < hd_harvest_ntexts ? hd_harvest_texts[harvested] : strings[(uint64_t)index % COUNT(strings)];
}

// Of those that the code brought only the text is the same in another build of it.
#define NAMED (INT64_C(1) << 32)

static int64_t name_of(const char *text)
{
	uint64_t hash = 0;

	for (; *text; text++) {
		hash = hd_mix(hash + (unsigned char)*text);
	}
	return NAMED | (int64_t)(uint32_t)hash;
}

int64_t hd_value_string_name(int64_t index)
{
	uint64_t harvested = (uint64_t)index - COUNT(strings);

	return harvested < hd_harvest_ntexts ? name_of(hd_harvest_texts[harvested]) : index;
}

int64_t hd_value_string_named(int64_t name)
{
	for (unsigned i = 0; name >= NAMED && i < hd_harvest_ntexts; i++) {
		if (name_of(hd_harvest_texts[i]) == name) {
			return COUNT(strings) + i;
		}
	}
	return name >= NAMED ? 0 : name;
}

char hd_value_letter(unsigned number, size_t at)
{
	for (; at > 0 && number > 0; at--) {
		number /= 26;
	}
	return (char)('a' + number % 26);
}

bool hd_value_careful;

int64_t hd_value_safe_string(int64_t index)
{
	const char *text = hd_value_string(index);
	bool harvested = (uint64_t)index >= COUNT(strings);

	return hd_value_careful && (!*text || *text == '/' || (harvested && strpbrk(text, "/.~"))) ? 0 : index;
}

static FILE *file;

static bool takes_file(const struct hd_api_type *t)
{
	return t->kind == HD_API_FILE;
}

static bool api_takes_file(void)
{
	bool any = false;

	for (unsigned i = 0; i < __heddle_api.nfunctions; i++) {
		for (unsigned k = 0; k < hd_functions[i].nparams; k++) {
			any |= takes_file(&hd_functions[i].params[k]);
		}
	}
	for (unsigned i = 0; i < __heddle_api.nstructs; i++) {
		for (unsigned k = 0; k < __heddle_api.structs[i].nfields; k++) {
			any |= takes_file(&__heddle_api.structs[i].fields[k].type);
		}
	}
	return any;
}

void hd_value_init(void)
{
	file = api_takes_file() ? fopen("/dev/null", "w+e") : NULL;
}

void *hd_value_file(void)
{
	return file;
}

static uint16_t bit(enum hd_source s)
{
	return (uint16_t)(1u << s);
}

uint16_t hd_value_sources(const struct hd_api_type *t)
{
	switch (t->kind) {
	case HD_API_STRING:
		return (uint16_t)(bit(HD_FROM_STRING) | (t->is_format ? 0 : bit(HD_FROM_NULL)));
	case HD_API_BUFFER:
		return bit(HD_FROM_BUFFER) | bit(HD_FROM_NULL);
	case HD_API_OUT:
		return bit(HD_FROM_OUT) | bit(HD_FROM_NULL);
	case HD_API_OUT_OBJECT:
		return bit(HD_FROM_OUT);
	case HD_API_OBJECT:
		return bit(HD_FROM_CALL) | bit(HD_FROM_NULL);
	case HD_API_PAYLOAD:
	case HD_API_USERDATA:
		return bit(HD_FROM_TOKEN) | bit(HD_FROM_CALL) | bit(HD_FROM_NULL) | bit(HD_FROM_HEAP) |
			bit(HD_FROM_STRING);
	case HD_API_CALLBACK:
		return bit(HD_FROM_CALLBACK) | bit(HD_FROM_NULL);
	case HD_API_STRUCT:
		return bit(HD_FROM_STRUCT);
	case HD_API_STRUCT_POINTER:
		return bit(HD_FROM_STRUCT) | bit(HD_FROM_NULL);
	case HD_API_FILE:
		return bit(HD_FROM_FILE);
	case HD_API_POINTER:
		return bit(HD_FROM_HEAP) | bit(HD_FROM_NULL);
	default:
		return bit(HD_FROM_CONSTANT);
	}
}

// ---- numbers -----------------------------------------------------------------

static int64_t fit(int64_t v, const struct hd_api_type *t)
{
	if (!t->is_signed && v < 0) {
		v = t->size >= 8 ? v : (int64_t)((1ull << (8 * t->size)) - 1);
	}
	if (t->size == 1) {
		return t->is_signed ? (int8_t)v : (uint8_t)v;
	}
	if (t->size == 2) {
		return t->is_signed ? (int16_t)v : (uint16_t)v;
	}
	return v;
}

static int64_t draw_integer(struct hd_scope *s, const struct hd_api_type *t)
{
	if (t->low <= t->high) {
		return t->low + hd_rng_below(s->rng, (uint32_t)(t->high - t->low + 1));
	}
	// Mostly small: bugs are in states, and small values reach more of them.
	uint32_t n = hd_rng_below(s->rng, 4) ? 8 : COUNT(integers);
	return fit(s->simple ? 1 : integers[hd_rng_below(s->rng, n)], t);
}

#define NAMELESS_BITS 16

// Flags that are macros: every other time one or two bits, else a number as any other.
static int64_t draw_bits(struct hd_scope *s, const struct hd_api_type *t)
{
	if (s->simple || t->low <= t->high || hd_rng_below(s->rng, 2) == 0) {
		return draw_integer(s, t);
	}
	int64_t v = 1 << hd_rng_below(s->rng, NAMELESS_BITS);
	return fit(hd_rng_below(s->rng, 2) ? v : v | 1 << hd_rng_below(s->rng, NAMELESS_BITS), t);
}

static int64_t draw_enumerator(struct hd_scope *s, const struct hd_api_type *t)
{
	int64_t v = 0;

	if (t->nenumerators == 0) {
		return draw_bits(s, t);
	}
	if (t->kind == HD_API_ENUM) {
		return t->enumerators[s->simple ? 0 : hd_rng_below(s->rng, t->nenumerators)].value;
	}
	for (unsigned i = 0; i < t->nenumerators && !s->simple; i++) {
		v |= hd_rng_below(s->rng, 2) ? t->enumerators[i].value : 0;
	}
	return v;
}

static int64_t draw_constant(struct hd_scope *s, const struct hd_api_type *t)
{
	double d;
	int64_t v;

	switch (t->kind) {
	case HD_API_BOOL:
		return s->simple ? 1 : hd_rng_below(s->rng, 2);
	case HD_API_ENUM:
	case HD_API_FLAGS:
		return draw_enumerator(s, t);
	case HD_API_FLOAT:
		d = s->simple ? 1 : floats[hd_rng_below(s->rng, COUNT(floats))];
		if (!s->simple && hd_rng_below(s->rng, 32) == 0) {
			d = hd_rng_below(s->rng, 2) ? (double)NAN : (double)INFINITY;
		}
		memcpy(&v, &d, sizeof(v));
		return v;
	default:
		return draw_integer(s, t);
	}
}

// ---- structs -----------------------------------------------------------------

// Sizes and capacities are numbers, too: something that works.
static int64_t field_constant(struct hd_scope *s, const struct hd_api_type *t)
{
	int64_t v = draw_constant(s, t);
	bool hinted = t->low <= t->high;

	return t->kind == HD_API_INT && !hinted && (v <= 0 || v > 64) ? 4 : v;
}

#define FIELD_ELEMENTS 8 // of a buffer

unsigned hd_value_elements(const struct hd_api_type *array)
{
	return array->count < FIELD_ELEMENTS ? array->count : FIELD_ELEMENTS;
}

static int64_t field_length(const struct hd_api_struct *s, unsigned buffer)
{
	unsigned kind = buffer < s->nfields ? s->fields[buffer].type.kind : HD_API_VOID;

	if (kind == HD_API_BUFFER && s->fields[buffer].type.in_place) {
		return hd_value_elements(&s->fields[buffer].type);
	}
	return kind == HD_API_BUFFER ? FIELD_ELEMENTS : kind == HD_API_STRING ? 1 : 0;
}

static struct hd_arg first_object(const struct hd_test *t, uint16_t class)
{
	for (unsigned i = 0; i < t->nprefix; i++) {
		if (hd_makes(&t->prefix[i], class)) {
			return (struct hd_arg){.source = HD_FROM_CALL, .value = i};
		}
	}
	return (struct hd_arg){.source = HD_FROM_NULL};
}

// Those for one use come last.
static unsigned count_plain(const struct hd_api_signature *signature)
{
	unsigned n = 0;

	while (n < signature->ncallbacks && signature->callbacks[n].use == HD_USE_ANY) {
		n++;
	}
	return n;
}

// The callback that does what its parameter or field wants one for; 0, the first, if there is none.
static int64_t fitting_callback(const struct hd_api_type *t)
{
	const struct hd_api_signature *signature = &__heddle_api.signatures[t->type];

	for (unsigned i = 0; t->use != HD_USE_ANY && i < signature->ncallbacks; i++) {
		if (signature->callbacks[i].use == t->use) {
			return i;
		}
	}
	return 0;
}

// Fields are drawn each for itself, so that none depends on how many come before it.
struct hd_arg hd_value_field(const struct hd_test *test, const struct hd_api_struct *s, unsigned field, int64_t seed)
{
	uint64_t rng = hd_mix((uint64_t)seed * 64 + field);
	struct hd_scope scope = {.rng = &rng, .simple = seed == 0};
	const struct hd_api_type *t = &s->fields[field].type;

	switch (t->kind) {
	case HD_API_STRING:
		return (struct hd_arg){.source = HD_FROM_STRING, .value = scope.simple ? 0 : hd_rng_below(&rng, 4)};
	case HD_API_BUFFER:
		return (struct hd_arg){.source = HD_FROM_BUFFER, .value = FIELD_ELEMENTS * (t->size ? t->size : 1)};
	case HD_API_LENGTH:
		return (struct hd_arg){.source = HD_FROM_CONSTANT, .value = field_length(s, t->related)};
	case HD_API_INT:
	case HD_API_BOOL:
	case HD_API_ENUM:
	case HD_API_FLAGS:
	case HD_API_FLOAT:
		return (struct hd_arg){.source = HD_FROM_CONSTANT, .value = field_constant(&scope, t)};
	case HD_API_CALLBACK:
		if (t->type != HD_API_NONE && __heddle_api.signatures[t->type].ncallbacks) {
			return (struct hd_arg){.source = HD_FROM_CALLBACK, .value = fitting_callback(t)};
		}
		break;
	case HD_API_OBJECT:
		return first_object(test, t->type);
	case HD_API_STRUCT:
		return (struct hd_arg){.source = HD_FROM_STRUCT, .value = seed};
	case HD_API_FILE:
		return (struct hd_arg){.source = HD_FROM_FILE};
	default:
		break;
	}
	return (struct hd_arg){.source = HD_FROM_NULL};
}

// ---- objects -------------------------------------------------------------------

// An object of a class that the prefix has (HD_API_NONE: of any), but not the call `but`.
static bool draw_but(struct hd_scope *s, uint16_t class, unsigned but, struct hd_arg *out)
{
	const struct hd_test *t = s->test;
	unsigned n = 0;

	for (unsigned i = 0; i < t->nprefix; i++) {
		bool fits = class == HD_API_NONE ? hd_function(t->prefix[i].function)->role == HD_API_CONSTRUCTOR
						 : hd_makes(&t->prefix[i], class);
		if (fits && i != but && hd_rng_below(s->rng, ++n) == 0) {
			*out = (struct hd_arg){.source = HD_FROM_CALL, .value = i};
		}
	}
	return n > 0;
}

// What is behind a void * of a method may be written: never the object that calls are made on, nor any that lies in
// the caller's memory.
static bool draw_payload(struct hd_scope *s, struct hd_arg *out)
{
	const struct hd_test *t = s->test;
	unsigned n = 0;

	for (unsigned i = 0; i < t->nprefix; i++) {
		uint16_t class = hd_function(t->prefix[i].function)->makes;
		bool fits = hd_function(t->prefix[i].function)->role == HD_API_CONSTRUCTOR && i != s->shared &&
			__heddle_api.classes[class].shape != HD_API_CALLER_MEMORY;
		if (fits && hd_rng_below(s->rng, ++n) == 0) {
			*out = (struct hd_arg){.source = HD_FROM_CALL, .value = i};
		}
	}
	return n > 0;
}

// The shared one more often than not.
static bool draw_object(struct hd_scope *s, uint16_t class, struct hd_arg *out)
{
	const struct hd_test *t = s->test;

	if (t->shared != 0xff && (class == HD_API_NONE || class == t->class) &&
		(s->simple || t->owned || hd_rng_below(s->rng, 3))) {
		*out = (struct hd_arg){.source = HD_FROM_CALL, .value = s->shared};
		return true;
	}
	return draw_but(s, class, HD_TEST_PREFIX, out);
}

// Those that call back are few: most code forbids it, and not all of it says so.
#define REENTER_ONE_IN 4

#define OTHERS_ONE_IN 8 // where one is wanted for something

static int64_t draw_callback(struct hd_scope *s, const struct hd_api_type *t)
{
	const struct hd_api_signature *signature = &__heddle_api.signatures[t->type];

	if (s->simple || (t->use != HD_USE_ANY && hd_rng_below(s->rng, OTHERS_ONE_IN) > 0)) {
		return fitting_callback(t);
	}
	uint32_t i = hd_rng_below(s->rng, count_plain(signature));

	if (signature->callbacks[i].reenters && (s->stays_out || hd_rng_below(s->rng, REENTER_ONE_IN) > 0)) {
		i = 0;
	}
	return i;
}

#define MOST_ELEMENTS 4096 // of an array whose size the parameter tells

static bool draw_from(struct hd_scope *s, enum hd_source source, const struct hd_api_type *t, struct hd_arg *out)
{
	*out = (struct hd_arg){.source = (uint8_t)source};
	switch (source) {
	case HD_FROM_CONSTANT:
		out->value = draw_constant(s, t);
		return true;
	case HD_FROM_STRING:
		out->value = s->simple ? 0 : hd_rng_below(s->rng, hd_rng_below(s->rng, 4) ? 4 : COUNT(strings));
		out->value = hd_value_safe_string(out->value);
		return true;
	case HD_FROM_BUFFER:
		out->value = s->simple ? 8 : 1 + hd_rng_below(s->rng, 8);
		out->value = t->count > 0 && t->count <= MOST_ELEMENTS ? t->count : out->value;
		return true;
	case HD_FROM_CALL:
		return draw_object(s, t->kind == HD_API_OBJECT ? t->type : HD_API_NONE, out);
	case HD_FROM_TOKEN:
		out->value = s->simple ? 0 : hd_rng_below(s->rng, 3);
		return true;
	case HD_FROM_HEAP:
		out->value = 32;
		return true;
	case HD_FROM_CALLBACK:
		if (t->type == HD_API_NONE || __heddle_api.signatures[t->type].ncallbacks == 0) {
			return false;
		}
		out->value = draw_callback(s, t);
		return true;
	case HD_FROM_STRUCT:
		out->value = s->simple ? 0 : hd_rng_below(s->rng, 4);
		return t->type != HD_API_NONE;
	default:
		return true;
	}
}

// The length of a buffer argument, in elements.
static int64_t length_of(const struct hd_api_function *f, unsigned buffer, const struct hd_call_data *call)
{
	const struct hd_arg *a = &call->args[buffer];
	unsigned element = f->params[buffer].size ? f->params[buffer].size : 1;
	return a->source == HD_FROM_BUFFER ? a->value / element : a->source == HD_FROM_STRING ? 1 : 0;
}

// Does a call take a second object of the class?
static bool takes_another(const struct hd_api_function *f, unsigned self, uint16_t class)
{
	for (unsigned p = 0; p < f->nparams; p++) {
		if (p != self && f->params[p].kind == HD_API_OBJECT && f->params[p].type == class) {
			return true;
		}
	}
	return false;
}

// Calls are made on the shared object; but one in three of those that take another
// is made on the other, with the shared one as argument: two such calls meet crosswise.
#define CROSSWISE_ONE_IN 3

#define DEFAULT_ONE_IN 4 // calls on NULL, where that means an object that is always there

static void draw_self(struct hd_scope *s, uint16_t function, struct hd_arg *out)
{
	const struct hd_api_function *f = hd_function(function);
	uint16_t class = s->test->class;

	*out = (struct hd_arg){.source = HD_FROM_CALL, .value = s->shared};
	if (!s->simple && !s->test->owned && takes_another(f, f->self, class) &&
		hd_rng_below(s->rng, CROSSWISE_ONE_IN) == 0) {
		draw_but(s, class, s->test->shared, out);
	}
	if (hd_facts[function].has_default && !s->simple && !s->test->owned &&
		hd_rng_below(s->rng, DEFAULT_ONE_IN) == 0) {
		*out = (struct hd_arg){.source = HD_FROM_NULL};
	}
}

static bool is_crosswise(const struct hd_scope *s, const struct hd_api_function *f, const struct hd_call_data *call)
{
	return f->self < f->nparams && f->params[f->self].type == s->test->class &&
		call->args[f->self].source == HD_FROM_CALL && call->args[f->self].value != s->shared;
}

// NULL is legal more often than it is interesting; but where a function takes one value
// beside the object, as setters do, it most often means "none from now on".
#define NULL_ONE_IN 12
#define SETTER_NULL_ONE_IN 4

static unsigned null_odds(const struct hd_api_function *f)
{
	bool is_setter = f->self < f->nparams && f->nparams == 2 && f->role == HD_API_METHOD;
	return is_setter ? SETTER_NULL_ONE_IN : NULL_ONE_IN;
}

// A string that is known to be needed is given every other time.
static bool prefers_good(struct hd_scope *s, const struct hd_param_facts *facts, enum hd_source source)
{
	bool needed = source == HD_FROM_STRING && facts->good > 0;

	return (source == HD_FROM_STRUCT && s->simple) || (needed && (s->simple || hd_rng_below(s->rng, 2) == 0));
}

// One of the sources allowed. NULL only where nothing else is, or seldom, or where it is plain.
static enum hd_source choose_source(struct hd_scope *s, const struct hd_api_function *f, uint16_t allowed,
	enum hd_source plain)
{
	uint16_t others = (uint16_t)(allowed & ~bit(HD_FROM_NULL));
	bool may_be_null = allowed != others;

	if (s->simple && allowed & bit(plain)) {
		return plain;
	}
	if (!others || (may_be_null && !s->simple && hd_rng_below(s->rng, null_odds(f)) == 0)) {
		return HD_FROM_NULL;
	}
	for (unsigned k = s->simple ? 0 : hd_rng_below(s->rng, (uint32_t)__builtin_popcount(others)); k > 0; k--) {
		others &= (uint16_t)(others - 1);
	}
	return (enum hd_source)__builtin_ctz(others);
}

static bool is_unlocked(const struct hd_param_facts *facts, const struct hd_api_type *t, int64_t value)
{
	for (unsigned i = 0; facts->unlocked >> i; i++) {
		int64_t one = t->nenumerators > 0 ? t->enumerators[i].value : i;
		if (facts->unlocked >> i & 1 && value == one) {
			return true;
		}
	}
	return false;
}

// Neither too dear nor one with which nothing is locked.
static int64_t sensible(const struct hd_param_facts *facts, const struct hd_api_type *t, int64_t value)
{
	// Sizes are often computed without signs: what is far below zero may be large, too.
	if (facts->most > 0 && (value > facts->most || value < -facts->most)) {
		value = 1 + (int64_t)((uint64_t)value % (uint64_t)facts->most);
	}
	if (is_unlocked(facts, t, value)) {
		return facts->locked;
	}
	return (value | facts->set) & ~(int64_t)facts->clear;
}

#define NUMBER_ONE_IN 6 // integers that are some that the code compares with
#define TEXT_ONE_IN 3
#define BLOCKS 4 // buffers of one size that differ

// What the code compares with, or another block, in place of what was drawn. Later draws do not depend on it.
static void vary(const struct hd_scope *s, uint16_t function, unsigned param, struct hd_arg *out)
{
	const struct hd_api_type *t = &hd_function(function)->params[param];
	unsigned text;
	int64_t number;

	if (s->simple) {
		return;
	}
	uint64_t own = hd_mix(*s->rng + param + 0x68617276);
	if (out->source == HD_FROM_BUFFER) {
		out->number = (uint16_t)hd_rng_below(&own, BLOCKS);
	} else if (out->source == HD_FROM_STRING) {
		bool wanted = t->kind == HD_API_STRING && !t->is_format && hd_rng_below(&own, TEXT_ONE_IN) == 0;
		if (wanted && hd_harvest_text(function, &own, &text)) {
			out->value = hd_value_safe_string(COUNT(strings) + text);
		}
	} else if (out->source == HD_FROM_CONSTANT && t->kind == HD_API_INT && t->low > t->high) {
		if (hd_rng_below(&own, NUMBER_ONE_IN) == 0 && hd_harvest_number(function, &own, &number)) {
			out->value = fit(number, t);
		}
	}
}

static bool draw_allowed(struct hd_scope *s, uint16_t function, unsigned param, struct hd_arg *out)
{
	const struct hd_api_function *f = hd_function(function);
	const struct hd_api_type *t = &f->params[param];
	const struct hd_param_facts *facts = &hd_facts[function].params[param];

	s->stays_out = f->no_reentry;
	for (uint16_t allowed = (uint16_t)(hd_value_sources(t) & ~facts->bad); allowed;) {
		enum hd_source source = choose_source(s, f, allowed, (enum hd_source)facts->plain);
		bool behind = source == HD_FROM_CALL && t->kind == HD_API_PAYLOAD && f->self < f->nparams;
		if (!(behind ? draw_payload(s, out) : draw_from(s, source, t, out))) {
			allowed &= (uint16_t)~bit(source);
			continue;
		}
		vary(s, function, param, out);
		if (source == HD_FROM_BUFFER) {
			out->value *= t->size ? t->size : 1;
		} else if (prefers_good(s, facts, source)) {
			out->value = facts->good;
		} else if (source == HD_FROM_CONSTANT) {
			out->value = sensible(facts, t, out->value);
		}
		return true;
	}
	return false;
}

bool hd_value_draw(struct hd_scope *s, uint16_t function, unsigned param, struct hd_arg *out,
	const struct hd_call_data *call)
{
	const struct hd_api_function *f = hd_function(function);
	const struct hd_api_type *t = &f->params[param];
	bool of_class = t->kind == HD_API_OBJECT && s->test->shared != 0xff && t->type == s->test->class;

	if (t->kind == HD_API_LENGTH && t->related < f->nparams) {
		*out = (struct hd_arg){.source = HD_FROM_CONSTANT, .value = length_of(f, t->related, call)};
		return true;
	}
	if (of_class && param == f->self) {
		draw_self(s, function, out);
		return true;
	}
	if (of_class && is_crosswise(s, f, call)) {
		*out = (struct hd_arg){.source = HD_FROM_CALL, .value = s->shared};
		return true;
	}
	return s->given >> param & 1 || draw_allowed(s, function, param, out);
}

// ---- all of them -----------------------------------------------------------------------

struct options {
	struct hd_arg *out;
	unsigned n, most;
	const struct hd_api_type *type;
	const struct hd_param_facts *facts;
};

static void add_option(struct options *o, enum hd_source source, int64_t value)
{
	value = source == HD_FROM_CONSTANT ? sensible(o->facts, o->type, value) : value;
	for (unsigned i = 0; i < o->n; i++) {
		if (o->out[i].source == source && o->out[i].value == value) {
			return;
		}
	}
	if (o->n < o->most) {
		o->out[o->n++] = (struct hd_arg){.source = (uint8_t)source, .value = value};
	}
}

static double as_double(int64_t bits)
{
	double d;

	memcpy(&d, &bits, sizeof(d));
	return d;
}

bool hd_value_takes_away(const struct hd_arg *a, const struct hd_api_type *t)
{
	if (a->source == HD_FROM_STRING) {
		return *hd_value_string(a->value) == '\0';
	}
	bool number = a->source == HD_FROM_CONSTANT;
	return a->source == HD_FROM_NULL || (number && t->kind == HD_API_FLOAT && as_double(a->value) <= 0) ||
		(number && t->kind == HD_API_INT && a->value <= 0);
}

static void add_integers(struct options *o, const struct hd_api_type *t)
{
	if (t->low <= t->high) {
		add_option(o, HD_FROM_CONSTANT, t->low);
		add_option(o, HD_FROM_CONSTANT, t->high);
		add_option(o, HD_FROM_CONSTANT, t->low + (t->high - t->low) / 2);
		return;
	}
	if (t->is_signed) {
		add_option(o, HD_FROM_CONSTANT, -1);
	}
	add_option(o, HD_FROM_CONSTANT, 0);
	for (unsigned i = 0; i < COUNT(integers); i++) {
		add_option(o, HD_FROM_CONSTANT, fit(integers[i], t));
	}
}

static void add_floats(struct options *o)
{
	for (unsigned pass = 0; pass < 3; pass++) { // negative, zero, positive
		for (unsigned i = 0; i < COUNT(floats); i++) {
			int64_t v;
			memcpy(&v, &floats[i], sizeof(v));
			bool now = pass == 0 ? floats[i] < 0 : pass == 1 ? v == 0 : floats[i] > 0;
			if (now) {
				add_option(o, HD_FROM_CONSTANT, v);
			}
		}
	}
}

static void add_constants(struct options *o, const struct hd_api_type *t)
{
	if (t->kind == HD_API_FLOAT) {
		add_floats(o);
	} else if (t->kind == HD_API_BOOL) {
		add_option(o, HD_FROM_CONSTANT, 0);
		add_option(o, HD_FROM_CONSTANT, 1);
	} else if ((t->kind == HD_API_ENUM || t->kind == HD_API_FLAGS) && t->nenumerators > 0) {
		for (unsigned i = 0; i < t->nenumerators; i++) {
			add_option(o, HD_FROM_CONSTANT, t->enumerators[i].value);
		}
	} else {
		add_integers(o, t);
	}
}

static void add_strings(struct options *o, const struct hd_param_facts *facts)
{
	if (!hd_value_careful) {
		for (unsigned i = 0; i < COUNT(strings); i++) {
			if (!*strings[i]) {
				add_option(o, HD_FROM_STRING, i);
			}
		}
	}
	if (facts->good > 0) {
		add_option(o, HD_FROM_STRING, facts->good);
	}
	for (unsigned i = 0; i < COUNT(strings); i++) {
		unsigned first = 0; // some are there more than once
		while (strcmp(strings[first], strings[i]) != 0) {
			first++;
		}
		add_option(o, HD_FROM_STRING, hd_value_safe_string(first));
	}
}

static void add_source(struct options *o, enum hd_source source, const struct hd_api_type *t,
	const struct hd_param_facts *facts)
{
	unsigned several = source == HD_FROM_TOKEN ? 2 : source == HD_FROM_STRUCT ? 4 : 1;
	int64_t from = source == HD_FROM_HEAP ? 32 : 0;

	switch (source) {
	case HD_FROM_CONSTANT:
		add_constants(o, t);
		return;
	case HD_FROM_STRING:
		add_strings(o, facts);
		return;
	case HD_FROM_BUFFER:
		add_option(o, source, 8 * (t->size ? t->size : 1));
		add_option(o, source, t->size ? t->size : 1);
		return;
	case HD_FROM_CALLBACK:
		several = t->type == HD_API_NONE ? 0 : count_plain(&__heddle_api.signatures[t->type]);
		if (several > 0) {
			add_option(o, source, fitting_callback(t));
		}
		break;
	case HD_FROM_CALL:
	case HD_FROM_OUT:
	case HD_FROM_FILE:
		return; // there is one, or the prefix has to make it
	default:
		break;
	}
	for (unsigned i = 0; i < several; i++) {
		add_option(o, source, from + i);
	}
}

unsigned hd_value_options(uint16_t function, unsigned param, struct hd_arg *out, unsigned most)
{
	const struct hd_api_type *t = &hd_function(function)->params[param];
	const struct hd_param_facts *facts = &hd_facts[function].params[param];
	uint16_t allowed = (uint16_t)(hd_value_sources(t) & ~facts->bad);
	struct options o = {.out = out, .most = most, .type = t, .facts = facts};

	if (t->kind == HD_API_LENGTH || param == hd_function(function)->self) {
		return 0;
	}
	if (allowed & bit(HD_FROM_NULL)) {
		add_option(&o, HD_FROM_NULL, 0);
	}
	for (unsigned source = 0; source < HD_FROM_COUNT; source++) {
		if (allowed & bit(source) && source != HD_FROM_NULL) {
			add_source(&o, source, t, facts);
		}
	}
	return o.n;
}

void hd_value_set_lengths(struct hd_call_data *call)
{
	const struct hd_api_function *f = hd_function(call->function);

	for (unsigned p = 0; p < f->nparams; p++) {
		if (f->params[p].kind == HD_API_LENGTH && f->params[p].related < f->nparams) {
			call->args[p] = (struct hd_arg){.source = HD_FROM_CONSTANT,
				.value = length_of(f, f->params[p].related, call)};
		}
	}
}
