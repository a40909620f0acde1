// heddle: deadlock
// Bug: those who wait for room and those who wait for something wait for one condition, and only one of them is
// woken. It takes two who take and one who gives.
// SPDX-License-Identifier: Apache-2.0
#ifndef HATCH_H
#define HATCH_H

typedef struct hatch hatch_t;

// Room for one thing.
hatch_t *hatch_new(void);
void hatch_free(hatch_t *h);
void hatch_give(hatch_t *h, int thing);
int hatch_take(hatch_t *h);

#endif
