// heddle: deadlock
// mailer_send counts its letter after it was delivered: mailer_flush misses the wake-up for good.
// SPDX-License-Identifier: Apache-2.0
#ifndef MAILER_H
#define MAILER_H

typedef struct mailer mailer;

/** Make a mailer with a thread of its own; NULL when there is no memory. */
mailer *mailer_new(void);

/** Deliver what is left, stop the thread, free the mailer. No other thread may use it any more. */
void mailer_free(mailer *mailer);

/** Send a letter; the mailer's thread delivers it later. -1 when there is no memory. */
int mailer_send(mailer *mailer, int letter);

/** Wait until all letters that were sent are delivered. @heddle blocking */
void mailer_flush(mailer *mailer);

/** The sum of all letters that were delivered so far. weakly consistent; @heddle weak */
unsigned mailer_delivered(mailer *mailer);

#endif
