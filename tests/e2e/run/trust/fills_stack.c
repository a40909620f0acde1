// The last frame of a recursion lies at the very end of the stack: each takes 16 bytes.
#include <pthread.h>

static void descend(void)
{
	descend();
	__asm__ volatile(""); // not a tail call
}

static void *thread(void *unused)
{
	descend();
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, thread, NULL);
	pthread_join(t, NULL);
	return 0;
}
