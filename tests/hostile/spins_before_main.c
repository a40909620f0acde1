// hostile: constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	volatile int forever = 1;
	while (forever) {
	}
	return 0;
}
