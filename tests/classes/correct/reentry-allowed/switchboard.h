// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef SWITCHBOARD_H
#define SWITCHBOARD_H

/**
 * Rings whoever is plugged in. Thread-safe, and what is rung may itself call any function of the
 * switchboard but switchboard_free.
 */
typedef struct switchboard switchboard;
typedef void switchboard_bell(void *house);

switchboard *switchboard_new(void);
void switchboard_free(switchboard *b);
void switchboard_plug(switchboard *b, switchboard_bell *bell, void *house);
/** Unplugs the one that was plugged in last; how many are left. */
int switchboard_unplug(switchboard *b);
void switchboard_ring(switchboard *b);

#endif
