// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef SLOTS_H
#define SLOTS_H

/** Small counters behind integer handles. A handle carries the generation of its slot, so that
 *  one that was closed is refused even when the slot is in use again. All functions may be
 *  called with any number, at any time, slots_close too. */

/** Open a counter that starts at a value; its handle (greater than 0), or -1 when all are in use.
 */
int slots_open(int value);

/** Close a counter; -1 when the handle is not open. */
int slots_close(int slot);

/** Set a counter; -1 when the handle is not open. */
int slots_set(int slot, int value);

/** Copy the value of a counter; -1 when the handle is not open. */
int slots_get(int slot, int *value);

/** Exchange the values of two counters; -1 when one of the handles is not open. */
int slots_swap(int slot, int other);

/** How many counters are open. */
int slots_count(void);

#endif
