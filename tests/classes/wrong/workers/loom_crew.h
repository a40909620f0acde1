// heddle: use-after-free
// loom_crew_free frees the pattern while the weaver still weaves.
// SPDX-License-Identifier: Apache-2.0
#ifndef LOOM_CREW_H
#define LOOM_CREW_H

/** Weavers weave what is ordered. Thread-safe. */
typedef struct loom_crew loom_crew;

loom_crew *loom_crew_new(void);
void loom_crew_free(loom_crew *c);
void loom_crew_order(loom_crew *c, int metres);
/** What is woven so far. */
int loom_crew_woven(loom_crew *c);

#endif
