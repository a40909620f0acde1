// heddle: none
// The last unlocker may wake on a lock that its taker has freed: nobody can wait there.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint *word;

static void *unlock(void *unused)
{
	atomic_uint *mine = word;
	atomic_store(mine, 0);
	syscall(SYS_futex, mine, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
	return unused;
}

int main(void)
{
	pthread_t t;

	word = malloc(sizeof(*word));
	atomic_init(word, 1);
	pthread_create(&t, NULL, unlock, NULL);
	while (atomic_load(word) == 1) {
		syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0);
	}
	free(word);
	pthread_join(t, NULL);
	return 0;
}
