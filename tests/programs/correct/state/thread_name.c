// heddle: none executions=500
// Names its process.
#include <assert.h>
#include <string.h>
#include <sys/prctl.h>

int main(void)
{
	char name[16] = "";
	assert(prctl(PR_GET_NAME, name) == 0);
	assert(strcmp(name, "renamed") != 0);
	assert(prctl(PR_SET_NAME, "renamed") == 0);
	assert(prctl(PR_GET_NAME, name) == 0);
	assert(strcmp(name, "renamed") == 0);
	return 0;
}
