// SPDX-License-Identifier: Apache-2.0
// What counts as a result, and how results are compared. The oracle compares a hash of them
// (results.c), a printed test the values themselves (print_check.c); both take them from here,
// part by part:
//
//   number            its value; floating point as C compares it, but all NaNs are equal
//   text              its characters, as far as their memory is live
//   struct, returned  its numbers; pointers in it do not count
//   pointer to one    the same, and what it refers to; or that its memory is not live any more
//                     If it is filled in only later: that it is, unless it changes in some order, too
//   writable buffer   its bytes, as far as they are live
//   other address     what it refers to: NULL, an object or token of the test, or the n-th of
//                     all others seen (HD_RESULT_ADDRESSES; what comes then does not count)
//
// A call that did not end or whose function is weak (abi/api.h) has no results.
#ifndef HD_GEN_RESULTS_H
#define HD_GEN_RESULTS_H

#include "gen/test.h"
#include "runtime/heap.h"

#include <string.h>

#define HD_RESULT_ADDRESSES 128
#define HD_RESULT_TEXT 4096 // longer ones count as far as this

enum hd_part_kind { HD_PART_NUMBER, HD_PART_TEXT, HD_PART_BYTES, HD_PART_ADDRESS, HD_PART_STRUCT, HD_PART_EARLY };

struct hd_part {
	enum hd_part_kind kind;
	int param; // it was stored through this one; -1: it was returned
	const struct hd_api_type *field; // number: of the struct that was returned; NULL: no struct was
	bool is_behind; // ... as a pointer
	bool is_float;
	int64_t number; // as wide as it gets; of floating point the bits of a double
	const void *p;  // address, text, bytes or struct
	size_t size;    // of bytes or a struct, or the most that counts of a text
			// early: what the field or text was when the call returned, and that is not what it became
	uint32_t *live; // text, bytes, struct: how many were, when the results were gathered
	unsigned char *copy; // struct: it, as it was then
};

// Memory of the program whose contents are known to be readable.
static inline bool hd_result_is_there(const unsigned char *p)
{
	uintptr_t a = (uintptr_t)p;
	const struct hd_cell *c = hd_cell_of(a);

	return hd_heap_has(p) ? c->gen == hd.gen && (a & 7) < c->valid : hd_globals_have(a);
}

typedef void hd_part_fn(void *to, const struct hd_part *part);

// Addresses that have appeared in results.
struct hd_addresses {
	const void *seen[HD_RESULT_ADDRESSES];
	unsigned n;
};

enum hd_address_kind { HD_ADDRESS_NULL, HD_ADDRESS_OBJECT, HD_ADDRESS_TOKEN, HD_ADDRESS_OTHER, HD_ADDRESS_BEYOND };

struct hd_address {
	enum hd_address_kind kind;
	unsigned number; // of its kind
	bool is_new;     // another one that had not appeared
};

struct hd_address hd_address_of(struct hd_addresses *seen, const void *p);

// Of the execution that is running.
void hd_results_begin(bool overlapped);
// Returns those of this call alone, as a hash.
uint64_t hd_results_add(const struct hd_call_data *c, struct hd_frame *frame);

// Do its results count?
static inline bool hd_call_counts(const struct hd_call_data *c)
{
	return !hd_function(c->function)->weak;
}

static inline int64_t hd_part_float(double d)
{
	int64_t bits;

	d = d != d ? __builtin_nan("") : d + 0.0; // which makes 0 of -0
	memcpy(&bits, &d, sizeof(bits));
	return bits;
}

// The number in memory of a variable.
static inline int64_t hd_part_number(const void *p, unsigned size, bool is_float, bool is_signed)
{
	if (is_float && size == sizeof(float)) {
		float f;
		memcpy(&f, p, sizeof(f));
		return hd_part_float(f);
	}
	if (is_float && size == sizeof(long double)) {
		long double d;
		memcpy(&d, p, sizeof(d));
		return hd_part_float((double)d);
	}
	uint64_t v = hd_load_value(p, size);
	if (is_float) {
		double d;
		memcpy(&d, &v, sizeof(d));
		return hd_part_float(d);
	}
	unsigned unused = size < 8 ? 64 - 8 * size : 0;
	return is_signed ? (int64_t)(v << unused) >> unused : (int64_t)v;
}

// As far as there are bytes of it.
HD_FLAT static inline void hd_each_part_of_struct(const struct hd_api_struct *s, const void *p, size_t size,
	bool is_behind, hd_part_fn *visit, void *to)
{
	for (unsigned i = 0; i < s->nfields; i++) {
		const struct hd_api_type *t = &s->fields[i].type;
		if (t->kind <= HD_API_FLOAT && t->size <= 8 && s->fields[i].offset + t->size <= size) {
			bool is_float = t->kind == HD_API_FLOAT;
			struct hd_part part = {.kind = HD_PART_NUMBER, .param = -1, .field = t, .is_float = is_float};
			const char *at = (const char *)p + s->fields[i].offset;
			part.is_behind = is_behind;
			part.number = hd_part_number(at, t->size, is_float, t->is_signed);
			visit(to, &part);
		}
	}
}

// Was it filled in when the call had returned?
static inline bool hd_part_is_late(const struct hd_frame *frame, const unsigned char *now, size_t at, size_t size)
{
	for (size_t i = at; i < at + size; i++) {
		if (i >= frame->nearly || !frame->untouched[i]) {
			return false;
		}
	}
	return memcmp(frame->early + at, now + at, size) != 0;
}

HD_FLAT static inline void hd_each_late_field(const struct hd_api_struct *s, const struct hd_frame *frame, size_t size,
	hd_part_fn *visit, void *to)
{
	for (unsigned i = 0; i < s->nfields; i++) {
		const struct hd_api_type *t = &s->fields[i].type;
		size_t at = s->fields[i].offset;
		bool is_float = t->kind == HD_API_FLOAT;
		if (t->kind <= HD_API_FLOAT && t->size <= 8 && at + t->size <= size &&
			hd_part_is_late(frame, frame->behind, at, t->size)) {
			struct hd_part part = {.kind = HD_PART_EARLY, .param = -1, .field = t, .is_float = is_float};
			part.number = hd_part_number(frame->early + at, t->size, is_float, t->is_signed);
			visit(to, &part);
		}
	}
}

// Of a text, all that was there when the call returned.
HD_FLAT static inline void hd_each_late_text(const struct hd_frame *frame, hd_part_fn *visit, void *to)
{
	const unsigned char *now = frame->result.p;
	uint32_t n = frame->nearly;
	struct hd_part part = {.kind = HD_PART_EARLY, .param = -1, .p = frame->early, .size = n};

	for (uint32_t i = 0; i < n && i < frame->live[HD_API_MAX_PARAMS]; i++) {
		if (hd_part_is_late(frame, now, i, 1)) {
			visit(to, &part);
			return;
		}
	}
}

HD_FLAT static inline void hd_each_part_behind(const struct hd_api_type *t, struct hd_frame *frame, hd_part_fn *visit,
	void *to)
{
	const struct hd_api_struct *s = &__heddle_api.structs[t->type];
	struct hd_part whole = {.kind = HD_PART_STRUCT, .param = -1, .p = frame->result.p};

	whole.size = s->size < HD_RESULT_STRUCT ? s->size : HD_RESULT_STRUCT;
	whole.live = &frame->live[HD_API_MAX_PARAMS];
	whole.copy = frame->behind;
	visit(to, &whole);
	hd_each_part_of_struct(s, frame->behind, *whole.live, true, visit, to);
	if (frame->nearly > 0) {
		hd_each_late_field(s, frame, *whole.live, visit, to);
	}
}

HD_FLAT static inline void hd_each_part_returned(const struct hd_api_type *t, struct hd_frame *frame, hd_part_fn *visit,
	void *to)
{
	struct hd_part part = {.kind = HD_PART_ADDRESS, .param = -1, .p = frame->result.p};

	switch (t->kind) {
	case HD_API_VOID:
		return;
	case HD_API_STRUCT:
		hd_each_part_of_struct(&__heddle_api.structs[t->type], frame->result.p, SIZE_MAX, false, visit, to);
		return;
	case HD_API_STRUCT_POINTER:
		visit(to, &part);
		if (part.p) {
			hd_each_part_behind(t, frame, visit, to);
		}
		return;
	case HD_API_STRING:
		if (part.p) {
			part.kind = HD_PART_TEXT;
			part.size = HD_RESULT_TEXT;
			part.live = &frame->live[HD_API_MAX_PARAMS];
			visit(to, &part);
			hd_each_late_text(frame, visit, to);
			return;
		}
		break;
	case HD_API_INT:
	case HD_API_BOOL:
	case HD_API_ENUM:
	case HD_API_FLAGS:
	case HD_API_LENGTH:
		part.kind = HD_PART_NUMBER;
		part.number = frame->result.i;
		break;
	case HD_API_FLOAT:
		part.kind = HD_PART_NUMBER;
		part.is_float = true;
		part.number = hd_part_float(frame->result.d);
		break;
	default:
		break;
	}
	visit(to, &part);
}

// The results of one call, in an order that is always the same.
HD_FLAT static inline void hd_each_part(const struct hd_call_data *c, struct hd_frame *frame, hd_part_fn *visit,
	void *to)
{
	const struct hd_api_function *f = hd_function(c->function);

	if (!frame->ended || !hd_call_counts(c)) {
		return;
	}
	hd_each_part_returned(&f->result, frame, visit, to);
	for (unsigned left = hd_facts[c->function].outs; left; left &= left - 1) {
		unsigned p = (unsigned)__builtin_ctz(left);
		const struct hd_api_type *t = &f->params[p];
		struct hd_part part = {.param = (int)p};
		if (c->args[p].source == HD_FROM_OUT && t->is_pointer) {
			part.kind = HD_PART_ADDRESS;
			part.p = (const void *)frame->out[p][0];
		} else if (c->args[p].source == HD_FROM_OUT) {
			part.kind = HD_PART_NUMBER;
			part.is_float = t->is_float;
			part.number = hd_part_number(frame->out[p], t->size, t->is_float, t->is_signed);
		} else if (c->args[p].source == HD_FROM_BUFFER && !t->is_pointer) {
			part.kind = HD_PART_BYTES;
			part.p = frame->args[p].p;
			part.size = (size_t)c->args[p].value;
			part.live = &frame->live[p];
		} else {
			continue;
		}
		visit(to, &part);
	}
}

#endif
