// hostile: plain constructor
#include "hostile.h"

#include <sched.h>
#include <sys/resource.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	struct rlimit one = {1, 1};
	MUST_FAIL(prlimit(number_from("HOSTILE_PID"), RLIMIT_CPU, &one, NULL));
	MUST_FAIL(setpriority(PRIO_PROCESS, (id_t)number_from("HOSTILE_PID"), 19));
	if (confined()) {
		MUST_FAIL(setpriority(PRIO_USER, 0, 19));
	}
	struct sched_param lowest = {0};
	MUST_FAIL(sched_setscheduler(number_from("HOSTILE_PID"), SCHED_IDLE, &lowest));
	return 0;
}
