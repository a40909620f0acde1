// Built without heddle.
#include <signal.h>
#include <stddef.h>
#include <unistd.h>
#include <sys/syscall.h>

void spin(void)
{
	unsigned long all = ~0ul;

	syscall(SYS_rt_sigprocmask, SIG_BLOCK, &all, NULL, sizeof(all));
	for (;;) {
	}
}

// Before main(), in every process that is started from this program.
#ifdef BEFORE_MAIN
__attribute__((constructor)) static void spin_before_main(void)
{
	spin();
}
#endif
