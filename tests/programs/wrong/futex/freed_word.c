// heddle: use-after-free
// Waits on a word that has been freed.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_uint *word;

static void *leave(void *unused)
{
	free(word);
	return unused;
}

int main(void)
{
	pthread_t t;
	struct timespec limit = {.tv_sec = 1};

	word = calloc(1, sizeof(*word));
	pthread_create(&t, NULL, leave, NULL);
	pthread_join(t, NULL);
	syscall(SYS_futex, word, FUTEX_WAIT, 0, &limit, NULL, 0);
	return 0;
}
