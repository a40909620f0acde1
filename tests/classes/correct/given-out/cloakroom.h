// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef CLOAKROOM_H
#define CLOAKROOM_H

/** Coats are given tickets. Thread-safe; a ticket belongs to who got it. */
typedef struct cloakroom cloakroom;
typedef struct ticket ticket;

cloakroom *cloakroom_new(void);
void cloakroom_free(cloakroom *c);
/** NULL when no hook is free. */
ticket *cloakroom_hand_in(cloakroom *c, int coat);
/** Gives the ticket back. */
int cloakroom_collect(cloakroom *c, ticket *t);
int cloakroom_hanging(cloakroom *c);

#endif
