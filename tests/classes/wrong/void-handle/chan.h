// heddle: data-race|not-linearizable|out-of-bounds
// Bug: chan_send checks for room before it locks.
// SPDX-License-Identifier: Apache-2.0
#ifndef CHAN_H
#define CHAN_H

void *chan_open(void);
int chan_send(void *chan, int value);
int chan_receive(void *chan, int *value);
int chan_pending(void *chan);
void chan_close(void *chan);

#endif
