// SPDX-License-Identifier: Apache-2.0
#include "tap.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct tap {
	atomic_int fd; // -1: not yet
};

struct tap *tap_new(void)
{
	struct tap *t = malloc(sizeof(*t));
	atomic_init(&t->fd, -1);
	return t;
}

void tap_free(struct tap *t)
{
	if (t->fd >= 0) {
		close(t->fd);
	}
	free(t);
}

static int descriptor(struct tap *t)
{
	int fd = atomic_load(&t->fd);
	if (fd < 0) {
		int fresh = eventfd(0, EFD_NONBLOCK);
		if (atomic_compare_exchange_strong(&t->fd, &fd, fresh)) {
			fd = fresh;
		} else {
			close(fresh);
		}
	}
	return fd;
}

int tap_signal(struct tap *t)
{
	return eventfd_write(descriptor(t), 1);
}

int tap_is_ready(struct tap *t)
{
	return descriptor(t) >= 0;
}
