// Fails always but for two runs, whose numbers are the arguments: something that heddle does not
// control. The file `runs` has a byte for each run.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

long uncontrolled(long number, long a, long b, long c); // uncontrolled.c

static void *work(void *unused)
{
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	long fd = uncontrolled(SYS_open, (long)"runs", O_CREAT | O_WRONLY | O_APPEND, 0600);
	uncontrolled(SYS_write, fd, (long)"x", 1);
	long run = uncontrolled(SYS_lseek, fd, 0, SEEK_END) - 1;
	uncontrolled(SYS_close, fd, 0, 0);

	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, NULL);
	assert(run == atoi(argv[argc - 2]) || run == atoi(argv[argc - 1]));
	return 0;
}
