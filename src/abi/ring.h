// SPDX-License-Identifier: Apache-2.0
// Letters in memory that host and harness share: one of them puts, the other takes. Harnesses of several ranks
// (heddle under a launcher of MPI) speak to each other in letters. The hosts pass them on and do not know
// what they mean, but for those that a host makes itself.
//
// The other side may be damaged: whoever takes checks sizes.
#ifndef HD_ABI_RING_H
#define HD_ABI_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define HD_RING_BYTES (1u << 20)
#define HD_LETTER_MOST (1u << 18) // bytes of a letter
#define HD_ALL_RANKS 0xffffu     // but the sender; from rank 0 only

// What hosts say.
enum {
	HD_LETTER_LOST = 1, // a rank (uint16_t) is gone
	HD_LETTER_OVER,     // the harness of rank 0 has ended, whatever the reason
};

struct hd_letter {
	uint32_t size; // of what follows
	uint16_t kind;
	uint16_t rank; // put by a harness: whom it is for; by a host: whom it is from
};

struct hd_ring {
	_Atomic uint64_t written, taken; // bytes, ever
	char bytes[HD_RING_BYTES];
};

static inline uint64_t hd_ring_room(const struct hd_ring *r)
{
	uint64_t used = r->written - r->taken;

	return used <= HD_RING_BYTES ? HD_RING_BYTES - used : 0;
}

static inline void hd_ring_copy_in(struct hd_ring *r, uint64_t at, const void *from, uint32_t size)
{
	uint32_t start = at % HD_RING_BYTES, first = HD_RING_BYTES - start < size ? HD_RING_BYTES - start : size;

	memcpy(r->bytes + start, from, first);
	memcpy(r->bytes, (const char *)from + first, size - first);
}

static inline void hd_ring_copy_out(const struct hd_ring *r, uint64_t at, void *to, uint32_t size)
{
	uint32_t start = at % HD_RING_BYTES, first = HD_RING_BYTES - start < size ? HD_RING_BYTES - start : size;

	memcpy(to, r->bytes + start, first);
	memcpy((char *)to + first, r->bytes, size - first);
}

// False: there is no room now.
static inline bool hd_ring_put(struct hd_ring *r, const struct hd_letter *f, const void *data)
{
	if (f->size > HD_LETTER_MOST || hd_ring_room(r) < sizeof(*f) + f->size) {
		return false;
	}
	hd_ring_copy_in(r, r->written, f, sizeof(*f));
	if (f->size > 0) {
		hd_ring_copy_in(r, r->written + sizeof(*f), data, f->size);
	}
	r->written += sizeof(*f) + f->size;
	return true;
}

// data: HD_LETTER_MOST bytes of room. False: there is none, or the ring is damaged; then it is empty now.
static inline bool hd_ring_take(struct hd_ring *r, struct hd_letter *f, void *data)
{
	uint64_t taken = r->taken, there = r->written - taken;

	if (there == 0) {
		return false;
	}
	if (there >= sizeof(*f) && there <= HD_RING_BYTES) {
		hd_ring_copy_out(r, taken, f, sizeof(*f));
		if (f->size <= HD_LETTER_MOST && sizeof(*f) + f->size <= there) {
			hd_ring_copy_out(r, taken + sizeof(*f), data, f->size);
			r->taken = taken + sizeof(*f) + f->size;
			return true;
		}
	}
	r->taken = taken + there;
	return false;
}

#endif
