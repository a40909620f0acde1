// hostile: instrumented plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char room[512];
	FILE *f = fopen(name, "w");
	if (f) {
		fputs("harm", f);
		fclose(f);
	}
	f = fopen(valuable(name, room), "w");
	if (f) {
		fputs("harm", f);
		fclose(f);
	}
	return 0;
}
