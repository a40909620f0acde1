// hostile: instrumented plain
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	for (int i = 0; i < 500; i++) {
		if (mkdir("down", 0700) != 0 || chdir("down") != 0) {
			break;
		}
	}
	close(open("bottom", O_WRONLY | O_CREAT, 0600));
	return 0;
}
