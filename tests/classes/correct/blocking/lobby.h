// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef LOBBY_H
#define LOBBY_H

#include <stddef.h>

/** Guests wait until the doors open. Any thread. */
typedef struct lobby lobby;

lobby *lobby_new(void);
void lobby_free(lobby *l);
void lobby_wait(lobby *l);
void lobby_open(lobby *l);
/** How many guests wait at the moment. */
int lobby_waiting(lobby *l);
int lobby_is_open(lobby *l);

#endif
