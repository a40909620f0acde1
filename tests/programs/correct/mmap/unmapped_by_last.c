// heddle: none
// Whoever takes the buffer away does so under the lock, and unmaps, seals and maps over what is nobody else's.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

#define SIZE 8192

static int *shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *leave(void *unused)
{
	pthread_mutex_lock(&lock);
	int *mine = shared;
	shared = NULL;
	pthread_mutex_unlock(&lock);
	mine[1500]++;
	mprotect(mine, SIZE, PROT_READ);
	assert(mine[1500] > 0);
	mmap(mine, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	assert(mine[1500] == 0);
	munmap(mine, SIZE);
	return unused;
}

static void *use(void *unused)
{
	pthread_mutex_lock(&lock);
	if (shared) {
		shared[1500]++;
	}
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t t, u;

	shared = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_create(&t, NULL, leave, NULL);
	pthread_create(&u, NULL, use, NULL);
	use(NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
