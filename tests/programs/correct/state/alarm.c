// heddle: none executions=500
// Sets an alarm that would come after its end, and asks what is left.
#include <assert.h>
#include <unistd.h>

int main(void)
{
	assert(alarm(1000) == 0);
	assert(alarm(0) > 990);
	assert(alarm(0) == 0);
	return 0;
}
