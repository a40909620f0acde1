// heddle: none executions=500
// Sets an environment variable.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	assert(getenv("HEDDLE_TEST_STATE") == NULL);
	assert(setenv("HEDDLE_TEST_STATE", "set", 1) == 0);
	assert(strcmp(getenv("HEDDLE_TEST_STATE"), "set") == 0);
	return 0;
}
