// heddle: none
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
