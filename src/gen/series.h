// SPDX-License-Identifier: Apache-2.0
// A series: calls that one thread makes, and the prefix that they need. Strategies that search make
// new ones out of old ones with the operators here, and tests out of one or several.
#ifndef HD_GEN_SERIES_H
#define HD_GEN_SERIES_H

#include "gen/test.h"

struct hd_series {
	uint16_t class;
	uint8_t nbase; // calls of the prefix that make the shared object
	uint8_t nprefix;
	uint8_t shared; // as in struct hd_test
	uint8_t ncalls;
	bool gives_away;
	struct hd_call_data prefix[HD_TEST_PREFIX];
	struct hd_call_data calls[HD_TEST_SUFFIX];
};

// One of up to n random calls; false: none could be made.
bool hd_series_draw(struct hd_series *s, const struct hd_class *class, unsigned n, uint64_t *rng);

// Operators. False: not this time, and nothing is changed.
bool hd_series_insert(struct hd_series *s, const struct hd_class *class, unsigned most, uint64_t *rng);
bool hd_series_remove(struct hd_series *s, uint64_t *rng);
bool hd_series_change_call(struct hd_series *s, const struct hd_class *class, uint64_t *rng);
// Values that are worth a try, as branches compare with them; of floats the bits.
struct hd_series_seeds {
	const int64_t *integers, *floats;
	unsigned nintegers, nfloats;
};
bool hd_series_change_value(struct hd_series *s, const struct hd_series_seeds *seeds, uint64_t *rng);
// The beginning of one and the end of another.
bool hd_series_cross(struct hd_series *out, const struct hd_series *a, const struct hd_series *b, unsigned most,
	uint64_t *rng);

// All but the last n calls become a part of the prefix, as far as they can be, or go.
void hd_series_advance(struct hd_series *s, unsigned n);
void hd_series_shorten(struct hd_series *s, unsigned n);

// The test whose only thread makes these calls.
void hd_series_test(const struct hd_series *s, struct hd_test *t);
// One more thread of a test that makes the calls, on the test's object or on one of its own; false: impossible.
bool hd_series_join(const struct hd_series *s, struct hd_test *t, bool own, uint64_t *rng);

#endif
