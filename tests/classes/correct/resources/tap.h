// heddle: none
// Who comes second closes its own.
// SPDX-License-Identifier: Apache-2.0
#ifndef TAP_H
#define TAP_H

/** A tap on an event descriptor, opened when it is first needed. All functions are thread-safe. */
struct tap;

struct tap *tap_new(void);
void tap_free(struct tap *t);
int tap_signal(struct tap *t);
int tap_is_ready(struct tap *t);

#endif
