// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef MAILBOX_H
#define MAILBOX_H

#include <stddef.h>

/** A queue of messages from malloc(). A message belongs to the mailbox from mailbox_send() to
 *  mailbox_receive(), and before and after to the caller. */
typedef struct mailbox mailbox;

/** Make an empty mailbox; NULL when there is no memory. */
mailbox *mailbox_new(void);

/** Free the mailbox and the messages in it. No other thread may use it any more. */
void mailbox_free(mailbox *mailbox);

/** Hand a message over, which comes from malloc(); -1 when it is NULL or there is no memory, and
 * then it still belongs to the caller. */
int mailbox_send(mailbox *mailbox, char *owned);

/** Take the oldest message over, to be freed by the caller; NULL when there is none. */
char *mailbox_receive(mailbox *mailbox);

/** Free the oldest message; -1 when there is none. */
int mailbox_discard(mailbox *mailbox);

/** The length of the oldest message; -1 when there is none. */
int mailbox_first_length(mailbox *mailbox);

/** How many messages there are. */
size_t mailbox_count(mailbox *mailbox);

#endif
