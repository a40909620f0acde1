// Ends its process behind heddle's back; with the name of a new file only once.
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	if (argc > 2 && syscall(SYS_open, argv[2], O_CREAT | O_EXCL, 0600) < 0) {
		return 0;
	}
	if (argc > 1 && argv[1][0] == 'k') {
		syscall(SYS_kill, getpid(), SIGKILL);
	}
	syscall(SYS_exit_group, 0);
}
