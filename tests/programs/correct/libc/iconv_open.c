// heddle: none
// Each thread counts under the lock with the help of a conversion descriptor, which it gives back.
#define _GNU_SOURCE
#include <assert.h>
#include <iconv.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *add(void *unused)
{
	pthread_mutex_lock(&lock);
	int v = counter;
	iconv_t cd = iconv_open("UTF-8", "UCS-4LE");
	char from[4] = {'a'}, to[4], *in = from, *out = to;
	size_t left = sizeof(from), room = sizeof(to);
	assert(cd != (iconv_t)-1 && iconv(cd, &in, &left, &out, &room) == 0);
	int next = v + (to[0] == 'a');
	counter = next;
	pthread_mutex_unlock(&lock);
	iconv_close(cd);
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
