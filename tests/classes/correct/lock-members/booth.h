// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef BOOTH_H
#define BOOTH_H

// How the program that uses booths locks. Without all members there is no booth.
struct booth_locking {
	void *(*mutex_create)(void);
	void (*mutex_destroy)(void *mutex);
	int (*mutex_lock)(void *mutex);
	int (*mutex_unlock)(void *mutex);
};

struct booth;
// Functions of a booth may be called by several threads.
struct booth *booth_open(const struct booth_locking *locking);
void booth_close(struct booth *b);
// The number of the guest, or -1 if no place is free.
int booth_enter(struct booth *b);
int booth_leave(struct booth *b);
int booth_guests(struct booth *b);

#endif
