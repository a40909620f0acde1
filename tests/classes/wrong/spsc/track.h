// heddle: use-after-free|not-linearizable
// track_push appends to a wagon that track_pop has just freed.
// SPDX-License-Identifier: Apache-2.0
#ifndef TRACK_H
#define TRACK_H

#include <stdbool.h>

/* Wagons on a track: one producer, one consumer. */
typedef struct track track;

track *track_new(void);
void track_free(track *t);
bool track_push(track *t, int wagon);
bool track_pop(track *t, int *wagon);

#endif
