#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static sem_t never;
static atomic_int ended;

static void handle(int sig)
{
	(void)sig;
}

static void *wait_for_signal(void *unused)
{
	while (sem_wait(&never) == 0 || errno != EINTR) {
	}
	atomic_store(&ended, 1);
	return unused;
}

int main(void)
{
	pthread_t t;
	struct sigaction action = {.sa_handler = handle};
	sem_init(&never, 0, 0);
	sigaction(SIGUSR1, &action, NULL);
	pthread_create(&t, NULL, wait_for_signal, NULL);
	while (!atomic_load(&ended)) {
		pthread_kill(t, SIGUSR1);
		sched_yield();
	}
	pthread_join(t, NULL);
	return 0;
}
