// Blocks for ever in the C library: nobody writes to the other end of the pipe.
#include <stdio.h>
#include <unistd.h>
int main(void)
{
	int ends[2];
	return pipe(ends) != 0 || fgetc(fdopen(ends[0], "r"));
}
