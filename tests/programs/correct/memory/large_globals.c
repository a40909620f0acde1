// heddle: none
// Zeroed globals of several MiB, and one with a section of its own, are as they were whenever main begins.
#include <assert.h>
#include <pthread.h>
#include <string.h>

#define LARGE (4 << 20)

static char table[LARGE];
static long sums[LARGE / 64];
__attribute__((section("own_section"))) static int placed = 5;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void mark(void)
{
	table[LARGE - 1] = 7;
}

static void *work(void *unused)
{
	pthread_mutex_lock(&lock);
	sums[100]++;
	placed++;
	memset(table + 1000, 1, 100);
	table[LARGE - 1]++;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t t;

	assert(sums[100] == 0 && placed == 5 && table[1050] == 0 && table[LARGE - 1] == 7);
	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	pthread_join(t, NULL);
	assert(sums[100] == 2 && placed == 7 && table[1099] == 1 && table[LARGE - 1] == 9);
	return 0;
}
