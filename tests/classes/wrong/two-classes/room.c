// heddle: deadlock
// room_enter locks the room, then the player; player_leave locks the player, then the room.
// SPDX-License-Identifier: Apache-2.0
#include "room.h"

#include <pthread.h>
#include <stdlib.h>

struct player {
	pthread_mutex_t lock;
	room *room;
	player *next; // in the room's list, under the room's lock
};

struct room {
	pthread_mutex_t lock;
	player *players;
	int count;
};

room *room_new(void)
{
	room *room = calloc(1, sizeof *room);
	if (room) {
		pthread_mutex_init(&room->lock, NULL);
	}
	return room;
}

void room_free(room *room)
{
	if (!room) {
		return;
	}
	for (player *player = room->players; player; player = player->next) {
		player->room = NULL;
	}
	pthread_mutex_destroy(&room->lock);
	free(room);
}

int room_count(room *room)
{
	pthread_mutex_lock(&room->lock);
	int count = room->count;
	pthread_mutex_unlock(&room->lock);
	return count;
}

int room_enter(room *room, player *player)
{
	int status = -1;
	pthread_mutex_lock(&room->lock);
	pthread_mutex_lock(&player->lock);
	if (!player->room) {
		player->room = room;
		player->next = room->players;
		room->players = player;
		room->count++;
		status = 0;
	}
	pthread_mutex_unlock(&player->lock);
	pthread_mutex_unlock(&room->lock);
	return status;
}

player *player_new(void)
{
	player *player = calloc(1, sizeof *player);
	if (player) {
		pthread_mutex_init(&player->lock, NULL);
	}
	return player;
}

int player_leave(player *leaver)
{
	pthread_mutex_lock(&leaver->lock);
	room *room = leaver->room;
	if (room) {
		pthread_mutex_lock(&room->lock);
		player **link = &room->players;
		while (*link != leaver) {
			link = &(*link)->next;
		}
		*link = leaver->next;
		room->count--;
		leaver->room = NULL;
		pthread_mutex_unlock(&room->lock);
	}
	pthread_mutex_unlock(&leaver->lock);
	return room ? 0 : -1;
}

void player_free(player *player)
{
	if (!player) {
		return;
	}
	player_leave(player);
	pthread_mutex_destroy(&player->lock);
	free(player);
}
