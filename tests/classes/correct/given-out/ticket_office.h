// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef TICKET_OFFICE_H
#define TICKET_OFFICE_H

/** Draws tickets. Thread-safe; a ticket belongs to who has drawn it. */
typedef struct ticket_office ticket_office;
typedef struct ticket ticket;

ticket_office *ticket_office_new(void);
void ticket_office_free(ticket_office *o);
/** A ticket with a number that nobody else has. */
ticket *ticket_office_draw(ticket_office *o);
int ticket_number(const ticket *t);
void ticket_tear(ticket *t);

#endif
