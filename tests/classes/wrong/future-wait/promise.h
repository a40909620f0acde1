// heddle: deadlock|data-race|not-linearizable
// Bug: promise_wait looks whether it was kept before it locks, and misses the signal.
// SPDX-License-Identifier: Apache-2.0
#ifndef PROMISE_H
#define PROMISE_H

struct office;
struct promise;

struct office *office_open(void);
void office_close(struct office *o);
/// Lives as long as the office; any thread may keep it or wait for it.
struct promise *office_promise(struct office *o);

void promise_keep(struct promise *p, int value);
/// @heddle blocking
int promise_wait(struct promise *p);

#endif
