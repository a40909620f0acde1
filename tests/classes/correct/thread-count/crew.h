// heddle: none
// The number of workers is a parameter of the constructor.
// SPDX-License-Identifier: Apache-2.0
#ifndef CREW_H
#define CREW_H

typedef struct crew crew_t;

/// NULL if there are too many workers.
crew_t *crew_create(int workers);
/// Waits for all jobs.
void crew_destroy(crew_t *c);
/// @heddle weak
int crew_add(crew_t *c, int job);

#endif
