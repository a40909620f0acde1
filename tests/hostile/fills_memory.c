// hostile: plain constructor
#include "hostile.h"

#include <sys/mman.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	for (int i = 0; i < 8 && confined(); i++) {
		char *block = mmap(NULL, (size_t)1 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (block != MAP_FAILED) {
			madvise(block, (size_t)1 << 30, MADV_HUGEPAGE); // sooner there
			memset(block, 1, (size_t)1 << 30);
		}
	}
	return 0;
}
