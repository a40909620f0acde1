// heddle: none executions=500
// Puts a string of its own into the environment.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	static char mine[] = "HEDDLE_TEST_STATE=put";
	assert(getenv("HEDDLE_TEST_STATE") == NULL);
	assert(putenv(mine) == 0);
	assert(getenv("HEDDLE_TEST_STATE") == mine + 18);
	return 0;
}
