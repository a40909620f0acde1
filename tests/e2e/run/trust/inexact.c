// Loses an update, and writes down a number that is another one in every process.
#include <assert.h>
#include <pthread.h>
#include <sys/syscall.h>

long uncontrolled(long number, long a, long b, long c); // uncontrolled.c

static long number;
static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int get(void)
{
	pthread_mutex_lock(&lock);
	int value = counter;
	pthread_mutex_unlock(&lock);
	return value;
}

static void set(int value)
{
	pthread_mutex_lock(&lock);
	counter = value;
	number = uncontrolled(SYS_getpid, 0, 0, 0);
	pthread_mutex_unlock(&lock);
}

static void *work(void *unused)
{
	set(get() + 1);
	return unused;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++) {
		pthread_create(&threads[i], NULL, work, NULL);
	}
	for (int i = 0; i < 2; i++) {
		pthread_join(threads[i], NULL);
	}
	assert(counter == 2);
	return 0;
}
