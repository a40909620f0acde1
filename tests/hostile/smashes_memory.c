// hostile: plain
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char line[256];
	FILE *f = fopen("/proc/self/maps", "r");
	unsigned long low[256], high[256];
	unsigned n = 0;
	while (f && n < 256 && fgets(line, sizeof(line), f)) {
		char mode[8];
		if (sscanf(line, "%lx-%lx %7s", &low[n], &high[n], mode) == 3 && mode[1] == 'w') {
			n++;
		}
	}
	while (n-- > 0) {
		for (unsigned long at = low[n]; at < high[n]; at += 1 << 20) {
			memset((void *)at, 0x55, 4096);
		}
	}
	return 0;
}
