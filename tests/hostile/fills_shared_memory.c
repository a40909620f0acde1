// hostile: instrumented plain
#include "hostile.h"

#include <sys/mman.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	int fd = shm_open("/heddle-hostile", O_RDWR | O_CREAT, 0600);
	static char block[1 << 20];
	for (int i = 0; i < 400 && fd >= 0 && write(fd, block, sizeof(block)) > 0; i++) {
	}
	close(fd);
	return 0;
}
