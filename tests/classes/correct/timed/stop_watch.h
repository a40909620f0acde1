// heddle: none
// SPDX-License-Identifier: Apache-2.0
// Results that are durations: any is right in any order of calls.
#ifndef STOP_WATCH_H
#define STOP_WATCH_H

#include <stdint.h>

typedef struct stop_watch stop_watch;

stop_watch *stop_watch_new(void);
void stop_watch_free(stop_watch *w);
void stop_watch_measure(stop_watch *w, void (*work)(void *), void *data);
uint64_t stop_watch_count(stop_watch *w);
uint64_t stop_watch_total(stop_watch *w);
uint64_t stop_watch_longest(stop_watch *w);
void stop_watch_reset(stop_watch *w);

#endif
