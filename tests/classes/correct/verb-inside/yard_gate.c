// heddle: none
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
	pthread_mutex_lock(&gate->lock);
	int passes = gate->passed < gate->limit;
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
