// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef YARD_GATE_H
#define YARD_GATE_H

#include <pthread.h>

typedef struct YardSmallGate {
	pthread_mutex_t lock;
	int limit, passed;
} YardSmallGate;

/* All names begin with that of the yard; what is done stands before the gate. */
int Yard_InitializeSmallGate(YardSmallGate *gate, int limit);
/* 0: as many as may have passed already. */
int Yard_PassSmallGate(YardSmallGate *gate);
int Yard_CountSmallGate(YardSmallGate *gate);

#endif
