// heddle: deadlock
// gate_pass sees a closed gate, gate_open opens it and wakes nobody, gate_pass then waits for ever.
// SPDX-License-Identifier: Apache-2.0
#ifndef GATE_H
#define GATE_H

#include <stdbool.h>

typedef struct gate gate;

/** Make a closed gate; NULL when there is no memory. */
gate *gate_new(void);

/** Free the gate. No other thread may use it any more. */
void gate_free(gate *gate);

/** Open the gate for everybody who waits and who comes later. */
void gate_open(gate *gate);

/** Wait until the gate is open. @heddle blocking */
void gate_pass(gate *gate);

/** True when the gate is open. */
bool gate_is_open(gate *gate);

#endif
