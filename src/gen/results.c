// SPDX-License-Identifier: Apache-2.0
// The results of an execution, gathered into one hash.
#include "gen/results.h"
#include "gen/run.h"

struct hd_results hd_results;

static struct hd_addresses seen;
static unsigned nadded; // calls

struct hd_address hd_address_of(struct hd_addresses *known, const void *p)
{
	size_t token = (size_t)((const unsigned char *)p - hd_value_tokens);
	int object = p ? hd_test_object(p) : -1;

	if (!p) {
		return (struct hd_address){.kind = HD_ADDRESS_NULL};
	}
	if (object >= 0) {
		return (struct hd_address){.kind = HD_ADDRESS_OBJECT, .number = (unsigned)object};
	}
	if (token < sizeof(hd_value_tokens)) {
		return (struct hd_address){.kind = HD_ADDRESS_TOKEN, .number = (unsigned)token};
	}
	for (unsigned i = 0; i < known->n; i++) {
		if (known->seen[i] == p) {
			return (struct hd_address){.kind = HD_ADDRESS_OTHER, .number = i};
		}
	}
	if (known->n == HD_RESULT_ADDRESSES) {
		return (struct hd_address){.kind = HD_ADDRESS_BEYOND};
	}
	known->seen[known->n] = p;
	return (struct hd_address){.kind = HD_ADDRESS_OTHER, .number = known->n++, .is_new = true};
}

static inline void add(uint64_t x)
{
	uint64_t h = (hd_results.hash ^ x) * 0x9e3779b97f4a7c15ull;

	hd_results.hash = h ^ h >> 29;
}

static inline bool is_live(const unsigned char *p)
{
	uintptr_t a = (uintptr_t)p;
	const struct hd_cell *c = hd_cell_of(a);

	return !hd_heap_has(p) || (c->gen == hd.gen && (a & 7) < c->valid);
}

// Bytes of live memory; what was freed meanwhile only counts as freed.
static void add_bytes(const struct hd_part *part)
{
	const unsigned char *bytes = part->p;
	uint32_t n = 0;

	for (; n < part->size; n++) {
		if (!is_live(bytes + n)) {
			add(UINT64_MAX);
			break;
		}
		add(bytes[n]);
		if (part->kind == HD_PART_TEXT && bytes[n] == 0) {
			break;
		}
	}
	*part->live = n;
}

// Memory that nobody can read, (T *)-1, says no more than its address.
static void add_struct(const struct hd_part *part)
{
	const unsigned char *bytes = part->p;
	bool is_known = hd_heap_has(bytes) || hd_globals_have((uintptr_t)bytes);
	uint32_t n = 0;

	while (is_known && n < part->size && hd_result_is_there(bytes + n)) {
		part->copy[n] = bytes[n];
		n++;
	}
	add(is_known && n < part->size ? UINT64_MAX : 1);
	*part->live = n;
}

static inline void add_part(void *to, const struct hd_part *part)
{
	(void)to;
	switch (part->kind) {
	case HD_PART_NUMBER:
		add((uint64_t)part->number);
		break;
	case HD_PART_TEXT:
	case HD_PART_BYTES:
		add_bytes(part);
		break;
	case HD_PART_STRUCT:
		add_struct(part);
		break;
	case HD_PART_ADDRESS: {
		struct hd_address a = hd_address_of(&seen, part->p);
		if (a.kind == HD_ADDRESS_OTHER && hd.run.reuse) {
			add((uint64_t)a.kind * 1000); // which one says nothing: addresses come back
		} else if (a.kind != HD_ADDRESS_BEYOND) {
			add((uint64_t)a.kind * 1000 + a.number);
		}
		break;
	}
	case HD_PART_EARLY:
		hd_results.unfilled |= 1ull << nadded % 64;
		break;
	}
}

void hd_results_begin(bool overlapped)
{
	hd_results = (struct hd_results){.hash = 1, .overlapped = overlapped};
	seen.n = nadded = 0;
}

uint64_t hd_results_add(const struct hd_call_data *c, struct hd_frame *frame)
{
	uint64_t before = hd_results.hash;

	hd_results.hash = 1;
	add(frame->ended);
	hd_results.ncalls += frame->ended && hd_call_counts(c);
	hd_each_part(c, frame, add_part, NULL);
	nadded++;
	uint64_t call = hd_results.hash;
	hd_results.hash = before;
	add(call);
	return call;
}
