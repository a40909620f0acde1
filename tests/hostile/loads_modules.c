// hostile: plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	MUST_FAIL(syscall(SYS_init_module, "", 0, ""));
	MUST_FAIL(syscall(SYS_bpf, 0, NULL, 0));
	MUST_FAIL(syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0));
	MUST_FAIL(syscall(SYS_keyctl, 0, 0, 0, 0, 0));
	MUST_FAIL(syscall(SYS_swapon, "/dev/null", 0));
	return 0;
}
