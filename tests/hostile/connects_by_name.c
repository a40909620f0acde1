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
	char room[512];
	struct sockaddr_un to = {.sun_family = AF_UNIX};
	snprintf(to.sun_path, sizeof(to.sun_path), "%.100s", valuable("listener", room));
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
	connect(fd, (struct sockaddr *)&to, sizeof(to));
	close(fd);
	int length = snprintf(to.sun_path + 1, sizeof(to.sun_path) - 1, "heddle-hostile-%d", number_from("HOSTILE_PORT"));
	to.sun_path[0] = '\0';
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
	connect(fd, (struct sockaddr *)&to, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length));
	close(fd);
	return 0;
}
