// heddle: none executions=500
// Leaves its working directory through a descriptor.
#include <assert.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
	char before[PATH_MAX];
	int root = open("/", O_RDONLY | O_DIRECTORY);
	assert(getcwd(before, sizeof(before)));
	assert(strcmp(before, "/") != 0);
	assert(fchdir(root) == 0);
	return 0;
}
