// hostile: instrumented plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char template[] = "/tmp/heddle-hostile-XXXXXX";
	close(mkstemp(template));
	close(open("/tmp/heddle-hostile", O_WRONLY | O_CREAT, 0600));
	close(open("/var/tmp/heddle-hostile", O_WRONLY | O_CREAT, 0600));
	close(open("/dev/shm/heddle-hostile", O_WRONLY | O_CREAT, 0600));
	return 0;
}
