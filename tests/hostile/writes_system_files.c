// hostile: instrumented plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	static const char *const paths[] = {
		"/heddle-hostile", "/etc/heddle-hostile", "/root/heddle-hostile", "/var/heddle-hostile",
		"/usr/heddle-hostile", "/run/heddle-hostile", "/dev/heddle-hostile",
	};
	char path[512];
	for (unsigned i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		close(open(paths[i], O_WRONLY | O_CREAT, 0600));
		mkdir(paths[i], 0700);
	}
	snprintf(path, sizeof(path), "%s/.profile", getenv("HOME") ? getenv("HOME") : "/root");
	overwrite(path);
	unlink(path);
	return 0;
}
