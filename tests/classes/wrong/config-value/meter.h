// heddle: out-of-bounds|not-linearizable
// meter_add chooses its place, meter_resize makes the window smaller, then the place is written.
// SPDX-License-Identifier: Apache-2.0
#ifndef METER_H
#define METER_H

/** How a meter is set up. */
struct meter_config {
	int window;  ///< samples that are kept, 1 to 64
	int initial; ///< the value of all of them in the beginning
};

typedef struct meter meter;

/** Make a meter; NULL when the window is wrong or there is no memory. */
meter *meter_new(struct meter_config config);

/** Free the meter. No other thread may use it any more. */
void meter_free(meter *meter);

/** Add a sample, which replaces the oldest one. */
void meter_add(meter *meter, int sample);

/** Change the window; all samples get the initial value. -1 when the window is wrong. */
int meter_resize(meter *meter, int window);

/** The sum of the samples in the window. */
long meter_sum(meter *meter);

#endif
