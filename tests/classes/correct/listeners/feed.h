// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef FEED_H
#define FEED_H

#include <stddef.h>

/** Those who want to know of numbers. All functions may be called from any thread, also by
 * a listener. */
typedef struct feed feed;
typedef void feed_listener(int number, void *data);

feed *feed_new(void);
void feed_free(feed *f);
/** False when there are too many. */
int feed_listen(feed *f, feed_listener *listener, void *data);
/** Forgets the last listener. */
int feed_forget(feed *f);
void feed_tell(feed *f, int number);
size_t feed_count(feed *f);

#endif
