// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef INTSET_H
#define INTSET_H

#include <stdbool.h>
#include <stddef.h>

/** A sorted set of integers. */
typedef struct intset intset;

/** The contents of a set at one moment; it never changes. */
typedef struct snapshot snapshot;

/** Make an empty set; NULL when there is no memory. */
intset *intset_new(void);

/** Free the set; its snapshots stay. No other thread may use it any more. */
void intset_free(intset *set);

/** Add a value; false when it is there already or there is no memory. */
bool intset_add(intset *set, int value);

/** Remove a value; false when it is not there. */
bool intset_remove(intset *set, int value);

/** True when the value is there. */
bool intset_contains(intset *set, int value);

/** Add all values of a snapshot; how many were new, or -1 when there is no memory for all of them.
 */
int intset_restore(intset *set, const snapshot *snapshot);

/** The contents of the set now, to be freed by the caller; NULL when there is no memory. */
snapshot *intset_snapshot(intset *set);

/** Free a snapshot. No other thread may use it any more. */
void snapshot_free(snapshot *snapshot);

/** How many values there are. */
size_t snapshot_size(const snapshot *snapshot);

/** The value at an index in ascending order; 0 when there is none. */
int snapshot_at(const snapshot *snapshot, size_t index);

#endif
