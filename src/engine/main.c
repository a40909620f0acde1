// SPDX-License-Identifier: Apache-2.0
// main() of every program that heddle links. The program's own main has become
// __heddle_main. Started by hand the program runs as it would anywhere.
#include "engine/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

int __heddle_main(int argc, char **argv, char **envp) __attribute__((weak));

static struct hd_control *map_control(const char *fd_text)
{
	int fd = atoi(fd_text);
	struct hd_control *c =
	    mmap(NULL, sizeof(*c), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (c == MAP_FAILED || c->magic != HD_CONTROL_MAGIC || c->version != HD_CONTROL_VERSION) {
		fprintf(stderr, "heddle: the harness and heddle are of different versions\n");
		return NULL;
	}
	hd_descriptors_protect(fd);
	hd_descriptors_protect(c->config.message_fd);
	return c;
}

__attribute__((weak, visibility("default"))) int main(int argc, char **argv, char **envp)
{
	const char *fd = getenv(HD_CONTROL_ENV);

	if (!fd) {
		if (!__heddle_main) {
			fprintf(stderr, "heddle: this program is a test harness; heddle runs it\n");
			return 2;
		}
		return __heddle_main(argc, argv, envp);
	}
	struct hd_control *control = map_control(fd);
	unsetenv(HD_CONTROL_ENV);
	return control ? hd_zygote_main(control, argc, argv, envp) : 3;
}
