// SPDX-License-Identifier: Apache-2.0
#include "base/interrupt.h"

#include <signal.h>
#include <time.h>

static volatile sig_atomic_t count;

// Signals that come at once are one wish: a terminal or timeout(1) may send one to the
// process and one to its group.
static void note_signal(int number)
{
	static struct timespec last;
	struct timespec now;
	(void)number;
	clock_gettime(CLOCK_MONOTONIC, &now);
	double since = (double)(now.tv_sec - last.tv_sec) + (double)(now.tv_nsec - last.tv_nsec) / 1e9;
	if (count == 0 || since > 0.2) {
		last = now;
		count = count + 1;
	}
}

void hd_interrupt_watch(void)
{
	struct sigaction action = {.sa_handler = note_signal};
	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	// Started by nohup(1), heddle goes on without a terminal.
	struct sigaction hangup;
	if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN) {
		sigaction(SIGHUP, &action, NULL);
	}
}

int hd_interrupt_count(void)
{
	return count;
}
