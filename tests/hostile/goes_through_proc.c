// hostile: instrumented plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char room[512], path[1024];
	static const char *const roots[] = {"/proc/self/root", "/proc/1/root", "/proc/thread-self/root"};
	valuable("key", room);
	for (unsigned i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "%s%s", roots[i], room);
		overwrite(path);
		unlink(path);
	}
	snprintf(path, sizeof(path), "/proc/%d/cwd/key", number_from("HOSTILE_PID"));
	overwrite(path);
	return 0;
}
