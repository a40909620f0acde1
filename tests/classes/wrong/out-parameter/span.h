// heddle: not-linearizable
// span_get sees the first number that span_set stores and not yet the second.
// SPDX-License-Identifier: Apache-2.0
#ifndef SPAN_H
#define SPAN_H

// A pair of numbers that change together. No function takes NULL.
struct span;

struct span *span_new(void);
void span_free(struct span *s);
void span_set(struct span *s, int low, int high);
void span_get(struct span *s, int *low, int *high);

#endif
