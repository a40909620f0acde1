// SPDX-License-Identifier: Apache-2.0
// Is heddle running the program, and has its main started? Constructors run before the
// engine's own main can say.
#include "abi/control.h"
#include "runtime/heap.h"
#include "runtime/memory.h"

#include <stdlib.h>
#include <unistd.h>

enum hd_phase hd_phase;

// The environment is not there before the C library has been initialised.
void hd_phase_find(void)
{
	if (environ && getenv(HD_CONTROL_ENV)) {
		hd_memory_init();
		hd_phase = HD_BEFORE_MAIN;
	} else if (environ) {
		hd_phase = HD_BY_HAND;
	}
}

void hd_before_main_begin(void)
{
	hd_phase = HD_BEFORE_MAIN;
}

void hd_before_main_end(void)
{
	hd_base_keep();
	hd_phase = HD_UNDER_CONTROL;
}
