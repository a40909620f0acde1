// SPDX-License-Identifier: Apache-2.0
// A counter behind conditions of every kind.
#include <stdbool.h>

typedef struct gate gate;

gate *gate_new(void);
void gate_free(gate *g);
void gate_try(gate *g, int number, bool armed, double level, int mode);
int gate_opened(gate *g);
