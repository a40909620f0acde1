// heddle: data-race|not-linearizable
// SPDX-License-Identifier: Apache-2.0
// Cars belong to their garage, which frees them: driving does not. car_drive adds without a lock.
#ifndef GARAGE_H
#define GARAGE_H

typedef struct garage garage;
/** A car; several threads may drive it. */
typedef struct car car;

garage *garage_new(void);
void garage_free(garage *g);
car *car_new(garage *g);
void car_drive(car *c, unsigned distance);
unsigned car_distance(car *c);

#endif
