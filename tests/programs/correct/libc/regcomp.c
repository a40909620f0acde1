// heddle: none
// Each thread counts under the lock with the help of a compiled expression, which it gives back.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <regex.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *add(void *unused)
{
	pthread_mutex_lock(&lock);
	int v = counter;
	regex_t r;
	assert(regcomp(&r, "^a+b*$", REG_EXTENDED | REG_NOSUB) == 0);
	int next = v + (regexec(&r, "aab", 0, NULL, 0) == 0);
	counter = next;
	pthread_mutex_unlock(&lock);
	regfree(&r);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, add, NULL);
	pthread_create(&b, NULL, add, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(counter == 2);
	return 0;
}
