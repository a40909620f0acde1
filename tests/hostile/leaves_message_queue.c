// hostile: instrumented plain constructor
#include "hostile.h"

#include <mqueue.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	mq_open("/heddle-hostile", O_RDWR | O_CREAT, 0600, NULL);
	return 0;
}
