// heddle: data-race|not-linearizable|use-after-free|deadlock|double-free
// Bug: two workers of a crew take jobs: they look whether there is one before they lock.
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
