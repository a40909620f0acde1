// SPDX-License-Identifier: Apache-2.0
// How far an execution was from passing points in order.
#ifndef HD_STRATEGY_CONSUITE_FITNESS_H
#define HD_STRATEGY_CONSUITE_FITNESS_H

#include "metric/schedules/schedules.h"

// To passing a point: approach level and branch distance; 0: it was passed.
typedef double hd_distance_fn(unsigned point);

// x / (x + 1): below 1, however far.
double hd_fitness_normalise(double x);
// The sum over the points of a partial goal: 0 for those that were passed in order, the normalised distance for the
// next, 1 for each after it. 0: all were passed.
double hd_fitness_of_part(const struct hd_part *part, const struct hd_schedules_trace *t, hd_distance_fn *distance);

#endif
