// Ends its process behind heddle's back; with the name of a new file only once.
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>

static long behind(long call, long a, long b, long c)
{
	long result = call;
	__asm__ volatile("syscall" : "+a"(result) : "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
	return result;
}

int main(int argc, char **argv)
{
	if (argc > 2 && behind(SYS_open, (long)argv[2], O_CREAT | O_EXCL, 0600) < 0) {
		return 0;
	}
	if (argc > 1 && argv[1][0] == 'k') {
		behind(SYS_kill, behind(SYS_getpid, 0, 0, 0), SIGKILL, 0);
	}
	behind(SYS_exit_group, 0, 0, 0);
}
