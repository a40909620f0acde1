// heddle: data-race|not-linearizable
// Bug: code 4711 resets the meter without the lock.
// SPDX-License-Identifier: Apache-2.0
#ifndef METER_H
#define METER_H

typedef struct meter meter_t;

meter_t *meter_new(void);
void meter_free(meter_t *m);
// What happened, by its code. Any thread may call it.
void meter_mark(meter_t *m, int code);
long meter_total(meter_t *m);

#endif
