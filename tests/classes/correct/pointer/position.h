// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef POSITION_H
#define POSITION_H

/** A point that many read and few move: readers take no lock (a sequence lock). */
typedef struct position position;

/** A point by value. */
struct point {
	int x;
	int y;
};

/** Make a position at a point; NULL when there is no memory. */
position *position_new(int x, int y);

/** Free the position. No other thread may use it any more. */
void position_free(position *position);

/** Where it is; both coordinates are of one moment. */
struct point position_get(position *position);

/** Move it to a point. */
void position_set(position *position, int x, int y);

/** Exchange x and y. */
void position_mirror(position *position);

#endif
