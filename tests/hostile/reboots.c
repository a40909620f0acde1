// hostile: plain constructor
#include "hostile.h"

#include <linux/reboot.h>
#include <sys/reboot.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	MUST_FAIL(reboot(LINUX_REBOOT_CMD_CAD_OFF));
	MUST_FAIL(syscall(SYS_kexec_load, 0, 0, NULL, 0));
	return 0;
}
