// heddle: none executions=500
// Blocks a signal; it arrives when it is let in.
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t came;

static void handle(int sig)
{
	came += sig == SIGUSR1;
}

int main(void)
{
	sigset_t set, old;
	assert(signal(SIGUSR1, handle) == SIG_DFL);
	assert(sigprocmask(SIG_BLOCK, NULL, &old) == 0);
	assert(!sigismember(&old, SIGUSR1));
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	assert(sigprocmask(SIG_BLOCK, &set, &old) == 0);
	assert(raise(SIGUSR1) == 0);
	assert(came == 0);
	assert(sigpending(&old) == 0 && sigismember(&old, SIGUSR1));
	assert(sigprocmask(SIG_UNBLOCK, &set, &old) == 0);
	assert(sigismember(&old, SIGUSR1));
	assert(came == 1);
	assert(sigprocmask(SIG_BLOCK, &set, &old) == 0);
	assert(!sigismember(&old, SIGUSR1));
	return 0;
}
