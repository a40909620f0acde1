// hostile: instrumented plain
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char room[512];
	FILE *f = fopen(valuable(name, room), "a");
	if (f) {
		fputs("harm", f);
		fclose(f);
	}
	f = fopen(room, "r+");
	if (f) {
		fputs("harm", f);
		fclose(f);
	}
	return 0;
}
