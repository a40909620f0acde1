// heddle: none executions=500
// Leaves strtok in the middle of a string.
#include <assert.h>
#include <string.h>

int main(void)
{
	char text[] = "a b c";
	assert(strcmp(strtok(text, " "), "a") == 0);
	assert(strcmp(strtok(NULL, " "), "b") == 0);
	return 0;
}
