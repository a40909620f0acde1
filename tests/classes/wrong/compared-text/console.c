// SPDX-License-Identifier: Apache-2.0
#include "console.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct console {
	pthread_mutex_t lock;
	long commands;
};

console_t *console_open(void)
{
	console_t *c = calloc(1, sizeof(*c));

	if (c) {
		pthread_mutex_init(&c->lock, NULL);
	}
	return c;
}

void console_close(console_t *c)
{
	if (c) {
		pthread_mutex_destroy(&c->lock);
		free(c);
	}
}

static long rewind_to(console_t *c, long commands)
{
	return c->commands = commands;
}

long console_command(console_t *c, const char *command)
{
	bool rewinds = strcmp(command, "rewind") == 0;

	if (rewinds) {
		return rewind_to(c, 0);
	}
	pthread_mutex_lock(&c->lock);
	long n = rewinds ? rewind_to(c, 0) : strcmp(command, "say") == 0 ? ++c->commands : -1;
	pthread_mutex_unlock(&c->lock);
	return n;
}
