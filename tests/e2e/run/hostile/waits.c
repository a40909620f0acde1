// Waits for ever in some schedules, in code that heddle does not see; in others an assertion fails.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

void wait_for_ever(void);
__attribute__((disable_sanitizer_instrumentation)) void wait_for_ever(void)
{
	for (;;) {
		__asm__ volatile("" ::: "memory");
	}
}

static int get(const int *p)
{
	pthread_mutex_lock(&mutex);
	int value = *p;
	pthread_mutex_unlock(&mutex);
	return value;
}

static void set(int *p)
{
	pthread_mutex_lock(&mutex);
	*p = 1;
	pthread_mutex_unlock(&mutex);
}

static void *thread(void *unused)
{
	set(&a);
	set(&b);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, thread, NULL);
	int first = get(&a), second = get(&b), last = get(&b);
	if (first && second) {
		wait_for_ever();
	}
	assert(!(first && last));
	pthread_join(t, NULL);
	return 0;
}
