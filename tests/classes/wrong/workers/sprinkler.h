// heddle: use-after-free|double-free|out-of-bounds
// sprinkler_resize frees the nozzles while the sprinkler's own thread turns them.
// SPDX-License-Identifier: Apache-2.0
#ifndef SPRINKLER_H
#define SPRINKLER_H

/** Nozzles that a thread of the sprinkler's own turns. All functions are MT-safe. */
typedef struct sprinkler sprinkler;

sprinkler *sprinkler_new(void);
void sprinkler_free(sprinkler *s);
/** One to eight nozzles; others are refused: false. */
int sprinkler_resize(sprinkler *s, int nozzles);
/** All nozzles are turned once more. */
void sprinkler_turn(sprinkler *s);

#endif
