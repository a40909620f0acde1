// hostile: instrumented plain
#include "hostile.h"

#include <setjmp.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	static jmp_buf back;
	static int set;
	if (set) {
		longjmp(back, 1);
	}
	set = setjmp(back) == 0;
	return 0;
}
