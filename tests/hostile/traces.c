// hostile: plain constructor
#include "hostile.h"

#include <sys/ptrace.h>
#include <sys/uio.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	MUST_FAIL(ptrace(PTRACE_ATTACH, number_from("HOSTILE_PID"), NULL, NULL));
	MUST_FAIL(ptrace(PTRACE_SEIZE, getppid(), NULL, NULL));
	char byte = 1;
	struct iovec local = {&byte, 1}, remote = {(void *)0x400000, 1};
	MUST_FAIL(process_vm_writev(number_from("HOSTILE_PID"), &local, 1, &remote, 1, 0));
	return 0;
}
