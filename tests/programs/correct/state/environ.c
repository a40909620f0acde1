// heddle: none executions=500
// Changes the array of its environment directly.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
	assert(environ && environ[0] != NULL);
	assert(setenv("HEDDLE_TEST_STATE", "set", 1) == 0);
	environ[0] = NULL;
	return 0;
}
