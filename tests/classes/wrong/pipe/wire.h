// heddle: data-race|not-linearizable|deadlock
// Bug: wire_send counts what is on the wire before it writes, without the lock.
// SPDX-License-Identifier: Apache-2.0
#ifndef WIRE_H
#define WIRE_H

struct wire;

struct wire *wire_open(void);
void wire_close(struct wire *w);
int wire_send(struct wire *w, int number);
/// The next number, -1 if there is none.
int wire_receive(struct wire *w);
int wire_waiting(struct wire *w);

#endif
