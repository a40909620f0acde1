#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t rung;

static void ring(int sig)
{
	(void)sig;
	sem_post(&rung);
}

int main(void)
{
	sem_init(&rung, 0, 0);
	signal(SIGALRM, ring);
	alarm(1);
	sem_wait(&rung);
	return 0;
}
