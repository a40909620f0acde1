// hostile: instrumented plain constructor
#include "hostile.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((unsigned short)number_from("HOSTILE_PORT"))};
	inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
	connect(fd, (struct sockaddr *)&to, sizeof(to));
	close(fd);
	fd = socket(AF_INET, SOCK_DGRAM, 0);
	sendto(fd, "harm", 4, MSG_DONTWAIT, (struct sockaddr *)&to, sizeof(to));
	close(fd);
	return 0;
}
