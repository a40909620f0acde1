// heddle: none executions=500
// Removes a variable that it was started with.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	assert(getenv("PATH") != NULL);
	assert(unsetenv("PATH") == 0);
	assert(getenv("PATH") == NULL);
	return 0;
}
