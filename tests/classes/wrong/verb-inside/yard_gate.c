// heddle: not-linearizable|data-race
// Yard_PassSmallGate looks at the count before it has the lock: two may be the last.
// SPDX-License-Identifier: Apache-2.0
#include "yard_gate.h"

int Yard_InitializeSmallGate(YardSmallGate *gate, int limit)
{
	gate->limit = limit;
	gate->passed = 0;
	return pthread_mutex_init(&gate->lock, NULL);
}

int Yard_PassSmallGate(YardSmallGate *gate)
{
	int passes = gate->passed < gate->limit;
	pthread_mutex_lock(&gate->lock);
	gate->passed += passes;
	pthread_mutex_unlock(&gate->lock);
	return passes;
}

int Yard_CountSmallGate(YardSmallGate *gate)
{
	pthread_mutex_lock(&gate->lock);
	int passed = gate->passed;
	pthread_mutex_unlock(&gate->lock);
	return passed;
}
