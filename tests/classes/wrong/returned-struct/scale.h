// heddle: not-linearizable
// Bug: scale_report reads the sum and the count in two critical sections.
// SPDX-License-Identifier: Apache-2.0
#ifndef SCALE_H
#define SCALE_H

struct scale_summary {
	long sum;
	int count;
};

typedef struct scale scale;

scale *scale_new(void);
void scale_free(scale *s);
// Functions of one scale may be called by any thread.
void scale_weigh(scale *s, int weight);
// What was weighed so far, in a block that is the caller's; NULL: there is no memory.
struct scale_summary *scale_report(scale *s);

#endif
