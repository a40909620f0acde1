// heddle: none executions=60
// Asks to get no new privileges, which is for good.
#include <assert.h>
#include <sys/prctl.h>

int main(void)
{
	assert(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0);
	assert(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
	return 0;
}
