// hostile: instrumented plain constructor
#include "hostile.h"

#include <semaphore.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	sem_open("/heddle-hostile", O_CREAT, 0600, 1);
	return 0;
}
