// What an execution does depends on how often the program has been run: something that
// heddle does not control. `once` is where that is kept.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

long uncontrolled(long number, long a, long b, long c); // uncontrolled.c

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	long fd = uncontrolled(SYS_open, (long)"once", O_CREAT | O_EXCL | O_WRONLY, 0600);

	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, NULL);
	if (fd >= 0) {
		uncontrolled(SYS_close, fd, 0, 0);
	} else if (argc > 1 && strcmp(argv[1], "dies") == 0) {
		uncontrolled(SYS_kill, uncontrolled(SYS_getpid, 0, 0, 0), SIGKILL, 0);
	}
	assert(fd < 0);
	return 0;
}
