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
	static const char *const addresses[] = {"192.0.2.1", "198.51.100.7"};
	for (unsigned i = 0; i < 3; i++) {
		struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((unsigned short)number_from("HOSTILE_PORT"))};
		const char *own = getenv("HOSTILE_ADDRESS");
		inet_pton(AF_INET, i < 2 ? addresses[i] : own ? own : "192.0.2.1", &to.sin_addr);
		int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
		if (fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof(to)) == 0) {
			abort();
		}
		close(fd);
		fd = socket(AF_INET, SOCK_DGRAM, 0);
		if (fd >= 0) {
			MUST_FAIL(sendto(fd, "harm", 4, MSG_DONTWAIT, (struct sockaddr *)&to, sizeof(to)));
		}
		close(fd);
	}
	return 0;
}
