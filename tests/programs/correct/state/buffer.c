// heddle: none executions=500
// Gives its standard output a buffer of its own.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	static char buffer[256];
	assert(buffer[0] == 0);
	assert(setvbuf(stdout, buffer, _IOFBF, sizeof(buffer)) == 0);
	assert(printf("kept\n") == 5);
	assert(memcmp(buffer, "kept\n", 5) == 0);
	return 0;
}
