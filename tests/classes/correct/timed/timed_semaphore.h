// heddle: none
// SPDX-License-Identifier: Apache-2.0
// A semaphore that waits for a while: in a sequential order a wait may run out of time, too.
#ifndef TIMED_SEMAPHORE_H
#define TIMED_SEMAPHORE_H

#include <stdbool.h>

typedef struct timed_semaphore timed_semaphore;

timed_semaphore *timed_semaphore_new(void);
void timed_semaphore_free(timed_semaphore *s);
void timed_semaphore_post(timed_semaphore *s);
bool timed_semaphore_try(timed_semaphore *s);
bool timed_semaphore_wait(timed_semaphore *s, unsigned milliseconds);
void timed_semaphore_wait_for_ever(timed_semaphore *s);

#endif
