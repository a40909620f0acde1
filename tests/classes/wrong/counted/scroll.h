// heddle: use-after-free|double-free
// scroll_release looks at the count again after it has given up its own.
// SPDX-License-Identifier: Apache-2.0
#ifndef SCROLL_H
#define SCROLL_H

typedef struct scroll scroll;

scroll *scroll_new(int length);
/** References may be taken and dropped by any thread that has one. */
scroll *scroll_retain(scroll *s);
void scroll_release(scroll *s);
int scroll_length(const scroll *s);

#endif
