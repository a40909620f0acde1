// heddle: none
// Each thread counts under the lock with the help of addresses from getaddrinfo, which it gives back.
#define _GNU_SOURCE
#include <assert.h>
#include <netdb.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *add(void *unused)
{
	pthread_mutex_lock(&lock);
	int v = counter;
	struct addrinfo *list, hints = {.ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM};
	assert(getaddrinfo("127.0.0.1", NULL, &hints, &list) == 0);
	int next = v + (list->ai_family == AF_INET);
	counter = next;
	pthread_mutex_unlock(&lock);
	freeaddrinfo(list);
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
