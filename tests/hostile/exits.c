// hostile: plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	_exit(0);
	return 0;
}
