// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef CELL_H
#define CELL_H

/** A number that is changed by functions. They run inside the lock of the cell, and whatever they
 *  do with the same cell is refused with -1; they must not use other cells. */
typedef struct cell cell;

/** Makes the new value of the old one. */
typedef int (*cell_function)(int value, void *user);

/** Make a cell with a value; NULL when there is no memory. */
cell *cell_new(int value);

/** Free the cell. No other thread may use it any more. */
void cell_free(cell *cell);

/** Replace the value by what the function makes of it; -1 when there is no function or it was
 * called from one. */
int cell_update(cell *cell, cell_function function, void *user);

/** Set the value; -1 when called from a function of the cell. */
int cell_set(cell *cell, int value);

/** Copy the value; -1 when called from a function of the cell. */
int cell_get(cell *cell, int *value);

/** How many times the value was set or updated; -1 when called from a function of the cell. */
int cell_changes(cell *cell);

#endif
