// hostile: instrumented plain
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	static char block[1 << 20];
	char path[64];
	for (int i = 0; i < 64; i++) {
		snprintf(path, sizeof(path), "file-%d", i);
		int fd = open(path, O_WRONLY | O_CREAT, 0600);
		for (int k = 0; k < 64 && fd >= 0 && write(fd, block, sizeof(block)) > 0; k++) {
		}
		close(fd);
	}
	return 0;
}
