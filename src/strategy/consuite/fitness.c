// SPDX-License-Identifier: Apache-2.0
#include "strategy/consuite/fitness.h"

#include <math.h>

#define NOT_IN_ORDER 1.0 // the distance to a point that was passed, but not after those before it

double hd_fitness_normalise(double x)
{
	return isinf(x) ? 1 : x / (x + 1);
}

// How many of the points were passed, each after the one before.
static unsigned count_passed(const struct hd_part *part, const struct hd_schedules_trace *t)
{
	unsigned n = 0;

	for (unsigned i = 0; i < t->n && n < part->n; i++) {
		n += t->events[i].point == part->points[n];
	}
	return n;
}

double hd_fitness_of_part(const struct hd_part *part, const struct hd_schedules_trace *t, hd_distance_fn *distance)
{
	unsigned passed = count_passed(part, t);

	if (passed == part->n) {
		return 0;
	}
	double d = distance(part->points[passed]);
	return hd_fitness_normalise(d > 0 ? d : NOT_IN_ORDER) + (part->n - passed - 1);
}
