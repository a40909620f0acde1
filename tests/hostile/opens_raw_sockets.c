// hostile: plain constructor
#include "hostile.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	MUST_FAIL(socket(AF_VSOCK, SOCK_STREAM, 0));
	MUST_FAIL(socket(AF_PACKET, SOCK_RAW, 0));
	MUST_FAIL(socket(AF_INET, SOCK_RAW, IPPROTO_ICMP));
	MUST_FAIL(socket(AF_ALG, SOCK_SEQPACKET, 0));
	return 0;
}
