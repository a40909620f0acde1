// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef LAMP_H
#define LAMP_H

#include <stdbool.h>

// A lamp that others watch, by polling. Thread-safe.
typedef struct lamp lamp;

lamp *lamp_new(void);
void lamp_free(lamp *l);
void lamp_switch(lamp *l, bool on);
/** Looks up to three times, and sleeps in between. */
bool lamp_poll(lamp *l);
int lamp_switched(lamp *l);

#endif
