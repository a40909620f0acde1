// heddle: none executions=500
// Removes its whole environment.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	assert(getenv("PATH") != NULL);
	assert(clearenv() == 0);
	assert(getenv("PATH") == NULL);
	return 0;
}
