// heddle: deadlock
// room_enter locks the room, then the player; player_leave locks the player, then the room.
// SPDX-License-Identifier: Apache-2.0
#ifndef ROOM_H
#define ROOM_H

typedef struct room room;
typedef struct player player;

/** Make an empty room; NULL when there is no memory. */
room *room_new(void);

/** Free a room; whoever is in it is outside afterwards. No other thread may use it any more. */
void room_free(room *room);

/** How many players are in the room. */
int room_count(room *room);

/** Bring a player into the room; -1 when the player is in some room already. */
int room_enter(room *room, player *player);

/** Make a player who is in no room; NULL when there is no memory. */
player *player_new(void);

/** Free a player, who leaves first. No other thread may use it any more. */
void player_free(player *player);

/** Leave the room; -1 when the player is in none. */
int player_leave(player *player);

#endif
