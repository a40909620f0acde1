// SPDX-License-Identifier: Apache-2.0
// What a worker gives up before it runs code under test, for good: to start
// processes, to signal others, and to write outside of its own directory. The
// zygote has to fork, so it cannot have given these up before.
#include "engine/engine.h"

#include "runtime/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// /proc shows numbers as the host knows them; ours may be another.
static uint32_t number_outside(void)
{
	char text[32] = {0};

	return readlink("/proc/self", text, sizeof(text) - 1) > 0 ? (uint32_t)atoi(text) : 0;
}

static bool add_filter(const struct hd_confinement *c)
{
	const unsigned set_filter = 1, keep_speculation = 4; // SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW
	static struct sock_filter filter[HD_MAX_FILTER];
	struct sock_fprog program = {.len = (unsigned short)c->filter_length, .filter = filter};

	memcpy(filter, c->filter, c->filter_length * sizeof(*filter));
	for (uint32_t i = 0; i < c->filter_length; i++) {
		if (filter[i].k == HD_FILTER_SELF) {
			filter[i].k = (uint32_t)getpid();
		}
	}
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
		syscall(SYS_seccomp, set_filter, keep_speculation, &program) == 0;
}

bool hd_confine_worker(unsigned number)
{
	struct hd_confinement *c = &hd_campaign->control->confinement;

	if (number < HD_MAX_PIDS) {
		c->pids[number] = number_outside();
	}
	hd_value_careful = hd_files_refused = c->careful;
	if (c->scratch[0] && !hd_files_enter(c->scratch, c->start, number)) {
		hd_message_note("error", NULL, "cannot use the scratch directory '%s'", c->scratch);
		return false;
	}
	if (c->filter_length > 0 && !add_filter(c)) {
		hd_message_note("error", NULL, "cannot install the system call filter");
		return false;
	}
	return true;
}
