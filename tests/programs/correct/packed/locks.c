// heddle: none
// A mutex, a spin lock and a semaphore in a packed struct, none of them aligned.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>

#define PACKED __attribute__((packed))

struct PACKED record {
	char tag[5];
	pthread_mutex_t mutex;
	char more;
	pthread_spinlock_t spin;
	sem_t sem;
	int value;
};

static void *thread(void *p)
{
	struct record *r = p;
	pthread_mutex_t *mutex = (pthread_mutex_t *)(uintptr_t)&r->mutex;
	pthread_spinlock_t *spin = (pthread_spinlock_t *)(uintptr_t)&r->spin;

	pthread_mutex_lock(mutex);
	pthread_spin_lock(spin);
	r->value++;
	pthread_spin_unlock(spin);
	pthread_mutex_unlock(mutex);
	sem_post((sem_t *)(uintptr_t)&r->sem);
	return NULL;
}

int main(void)
{
	struct record *r = calloc(1, sizeof(*r));
	pthread_t a, b;

	pthread_mutex_init((pthread_mutex_t *)(uintptr_t)&r->mutex, NULL);
	pthread_spin_init((pthread_spinlock_t *)(uintptr_t)&r->spin, 0);
	sem_init((sem_t *)(uintptr_t)&r->sem, 0, 0);
	pthread_create(&a, NULL, thread, r);
	pthread_create(&b, NULL, thread, r);
	sem_wait((sem_t *)(uintptr_t)&r->sem);
	sem_wait((sem_t *)(uintptr_t)&r->sem);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(r->value == 2);
	free(r);
	return 0;
}
