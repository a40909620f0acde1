// heddle: none executions=500
// Leaves its working directory, in which every execution begins.
#include <assert.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
	char before[PATH_MAX];
	assert(getcwd(before, sizeof(before)));
	assert(strcmp(before, "/") != 0);
	assert(chdir("/") == 0);
	return 0;
}
