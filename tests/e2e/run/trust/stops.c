// Stops itself, or keeps the clock from ticking and runs for ever, behind heddle's back.
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>

long uncontrolled(long number, long a, long b, long c); // uncontrolled.c
void spin(void);                                        // spin.c

int main(int argc, char **argv)
{
	unsigned long all = ~0ul;

	if (argc > 1 && strcmp(argv[1], "spins") == 0) {
		uncontrolled(SYS_rt_sigprocmask, SIG_BLOCK, (long)&all, 0);
		spin();
	}
	uncontrolled(SYS_kill, uncontrolled(SYS_getpid, 0, 0, 0), SIGSTOP, 0);
	return 0;
}
