// SPDX-License-Identifier: Apache-2.0
// For flow.c: compiled as for a strategy that does not ask for the flow of control.
#include "flow_subject.h"

int in_plain;

void plain(int n)
{
	if (n > 3) {
		in_plain = 1;
	}
}
