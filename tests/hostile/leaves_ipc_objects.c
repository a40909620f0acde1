// hostile: instrumented plain constructor
#include "hostile.h"

#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	shmget(0x68656464, 4096, IPC_CREAT | 0600);
	semget(0x68656464, 1, IPC_CREAT | 0600);
	msgget(0x68656464, IPC_CREAT | 0600);
	return 0;
}
