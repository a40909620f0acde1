// heddle: none
// What callers of guests_find see behind the pointer is changed under the lock by others, for a while or for good.
// SPDX-License-Identifier: Apache-2.0
#ifndef GUESTS_H
#define GUESTS_H

struct guest {
	int number;
	int visitors; // that look at this one now
	int room, floor;
	long seen;
};

/** Guests of a house. Any thread may call these; numbers of a guest are stable only while nobody moves. */
typedef struct guests guests;

guests *guests_new(void);
void guests_free(guests *g);
/** The room of a guest, and how often anybody has moved until now. */
int guests_find(guests *g, int number, int *moves);
/** The same of all that is known. */
const struct guest *guests_look(guests *g, int number, int *moves);
int guests_move(guests *g, int number, int room);
/** Visits the guest and leaves again. */
int guests_visit(guests *g, int number);
int guests_moves(guests *g);

#endif
