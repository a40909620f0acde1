// SPDX-License-Identifier: Apache-2.0
#include "base/interrupt.h"

#include <signal.h>

static volatile sig_atomic_t count;

static void note_signal(int number)
{
	(void)number;
	count = count + 1;
}

void hd_interrupt_watch(void)
{
	struct sigaction action = {.sa_handler = note_signal};
	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

int hd_interrupt_count(void)
{
	return count;
}
