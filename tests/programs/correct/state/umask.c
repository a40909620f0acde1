// heddle: none executions=500
// Changes its file mode mask.
#include <assert.h>
#include <sys/stat.h>

int main(void)
{
	static const mode_t mine = 0123;
	assert(umask(mine) != mine);
	assert(umask(mine) == mine);
	return 0;
}
