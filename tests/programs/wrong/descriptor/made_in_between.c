// heddle: assertion
// Looks whether a file is there, then makes it: another thread can do so in between.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char path[64];

static void *make(void *unused)
{
	if (access(path, F_OK) != 0) {
		int fd = open(path, O_CREAT | O_EXCL | O_WRONLY, 0600);
		assert(fd >= 0);
		close(fd);
	}
	return unused;
}

int main(void)
{
	pthread_t threads[2];
	char directory[] = "/tmp/heddle-test-XXXXXX";

	if (!mkdtemp(directory)) {
		return 0;
	}
	snprintf(path, sizeof(path), "%s/lock", directory);
	for (int i = 0; i < 2; i++) {
		pthread_create(&threads[i], NULL, make, NULL);
	}
	for (int i = 0; i < 2; i++) {
		pthread_join(threads[i], NULL);
	}
	unlink(path);
	rmdir(directory);
	return 0;
}
