// heddle: none executions=500
// Takes its standard input from elsewhere.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	assert(getchar() == EOF);
	assert(freopen("/dev/zero", "r", stdin));
	assert(getchar() == 0);
	return 0;
}
