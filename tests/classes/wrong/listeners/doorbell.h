// heddle: use-after-free
// doorbell_press uses the answer after the lock; doorbell_set frees it.
// SPDX-License-Identifier: Apache-2.0
#ifndef DOORBELL_H
#define DOORBELL_H

/** Rings for whoever stands inside. From any thread. */
typedef struct doorbell doorbell;

doorbell *doorbell_new(void);
void doorbell_free(doorbell *d);
void doorbell_set(doorbell *d, void (*ring)(void *who), void *who);
void doorbell_press(doorbell *d);
int doorbell_pressed(doorbell *d);

#endif
