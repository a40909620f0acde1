// heddle: none executions=500
// Closes its standard output.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	assert(printf("open\n") == 5);
	assert(fflush(stdout) == 0);
	assert(fclose(stdout) == 0);
	return 0;
}
