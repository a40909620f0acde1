// SPDX-License-Identifier: Apache-2.0
// Orphaned processes are adopted by heddle, and end with it.
#ifndef HD_HARNESS_OFFSPRING_H
#define HD_HARNESS_OFFSPRING_H

// From now on orphans among our descendants become our children.
void hd_offspring_adopt(void);
// Ends all our children, and those that become our children as a result.
void hd_offspring_end(void);

#endif
