// heddle: use-after-free
// pool_put keeps a pointer into the table of pools while pool_open moves the table.
// SPDX-License-Identifier: Apache-2.0
#ifndef POOL_H
#define POOL_H

/** Open an empty pool for up to 8 values; its handle, or -1 when there is no memory. */
int pool_open(void);

/** Put a value into a pool; -1 when it is full or was never opened. */
int pool_put(int pool, int value);

/** Take the value that was put last; -1 when the pool is empty or was never opened. */
int pool_get(int pool, int *value);

/** How many values a pool holds; -1 when it was never opened. */
int pool_count(int pool);

#endif
