// heddle: none executions=500
// Redirects its standard output to a pipe and reads back what it wrote.
#include <assert.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
	int ends[2];
	char text[6] = "";
	assert(pipe(ends) == 0);
	assert(dup2(ends[1], 1) == 1);
	assert(write(1, "hello", 5) == 5);
	assert(read(ends[0], text, 5) == 5);
	assert(strcmp(text, "hello") == 0);
	return 0;
}
