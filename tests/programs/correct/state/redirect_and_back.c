// heddle: none executions=500
// Redirects its standard output and puts it back.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
	int ends[2];
	char text[4] = "";
	int saved = dup(1);
	assert(saved > 2);
	assert(pipe(ends) == 0);
	assert(dup3(ends[1], 1, 0) == 1);
	assert(write(1, "abc", 3) == 3);
	assert(dup2(saved, 1) == 1);
	assert(close(saved) == 0);
	assert(close(ends[1]) == 0);
	assert(read(ends[0], text, 4) == 3);
	assert(read(ends[0], text, 4) == 0);
	return 0;
}
