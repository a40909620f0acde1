#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>

static sem_t done;

static void handle(int sig)
{
	(void)sig;
}

static void *wait_for_end(void *unused)
{
	sem_wait(&done);
	return unused;
}

int main(void)
{
	pthread_t t;
	sem_init(&done, 0, 0);
	signal(SIGUSR1, handle);
	pthread_create(&t, NULL, wait_for_end, NULL);
	pthread_kill(pthread_self(), SIGUSR1);
	pthread_kill(t, 0);
	signal(SIGUSR2, SIG_IGN);
	pthread_kill(t, SIGUSR2);
	pthread_kill(t, SIGUSR1);
	sem_post(&done);
	pthread_join(t, NULL);
	return 0;
}
