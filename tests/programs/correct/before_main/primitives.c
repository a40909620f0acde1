// heddle: none
// Primitives of every kind that a constructor initialised, and some that it used, work in main.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static pthread_mutex_t recursive, *in_heap;
static pthread_rwlock_t rwlock;
static pthread_cond_t cond;
static pthread_barrier_t barrier;
static pthread_spinlock_t spin;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t items, none;
static int ran, ready, total;

static void run_once(void)
{
	ran++;
}

__attribute__((constructor)) static void make(void)
{
	pthread_mutexattr_t a;

	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&recursive, &a);
	in_heap = malloc(sizeof(*in_heap));
	pthread_mutex_init(in_heap, NULL);
	pthread_mutex_lock(in_heap);
	pthread_mutex_unlock(in_heap);
	pthread_rwlock_init(&rwlock, NULL);
	pthread_cond_init(&cond, NULL);
	pthread_barrier_init(&barrier, NULL, 2);
	pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
	sem_init(&items, 0, 2);
	sem_post(&items);
	sem_init(&none, 0, 0);
	pthread_once(&once, run_once);
}

static void *work(void *unused)
{
	pthread_once(&once, run_once);
	pthread_mutex_lock(&recursive);
	pthread_mutex_lock(&recursive);
	total++;
	pthread_mutex_unlock(&recursive);
	pthread_mutex_unlock(&recursive);
	pthread_rwlock_rdlock(&rwlock);
	pthread_rwlock_unlock(&rwlock);
	pthread_spin_lock(&spin);
	pthread_spin_unlock(&spin);
	pthread_mutex_lock(in_heap);
	ready = 1;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(in_heap);
	sem_wait(&items);
	sem_post(&none);
	pthread_barrier_wait(&barrier);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	pthread_once(&once, run_once);
	sem_wait(&none);
	pthread_mutex_lock(in_heap);
	while (!ready) {
		pthread_cond_wait(&cond, in_heap);
	}
	pthread_mutex_unlock(in_heap);
	pthread_spin_lock(&spin);
	pthread_spin_unlock(&spin);
	sem_wait(&items);
	sem_wait(&items);
	assert(sem_trywait(&items) != 0);
	pthread_barrier_wait(&barrier);
	pthread_join(t, NULL);
	assert(total == 1 && ran == 1);
	pthread_mutex_destroy(in_heap);
	free(in_heap);
	return 0;
}
