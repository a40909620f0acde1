// heddle: not-linearizable
// SPDX-License-Identifier: Apache-2.0
// Two gauge_raise calls may start from the same level, and one is lost. What tells is floating
// point of four bytes and a number below zero: in a struct, and stored through a pointer.
#ifndef GAUGE_H
#define GAUGE_H

typedef struct gauge gauge;

struct gauge_reading {
	float level;
	signed char below; // minus the number of times that it was raised
};

gauge *gauge_new(void);
void gauge_free(gauge *gauge);
void gauge_raise(gauge *gauge, float *level);
struct gauge_reading gauge_get_reading(const gauge *gauge);

#endif
