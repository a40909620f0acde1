// hostile: instrumented plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char path[64];
	snprintf(path, sizeof(path), "/proc/%d/oom_score_adj", number_from("HOSTILE_PID"));
	int fd = open(path, O_WRONLY);
	if (fd >= 0) {
		if (write(fd, "777", 3) < 0) {
			errno = 0;
		}
		close(fd);
	}
	snprintf(path, sizeof(path), "/proc/%d/mem", number_from("HOSTILE_PID"));
	MUST_FAIL(open(path, O_RDWR));
	return 0;
}
