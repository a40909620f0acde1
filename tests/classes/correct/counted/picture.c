// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "picture.h"

#include <stdatomic.h>
#include <stdlib.h>

struct picture {
	_Atomic int references;
	size_t width, height;
	int *dots;
};

picture *picture_new(size_t width, size_t height)
{
	picture *p = calloc(1, sizeof(*p));
	if (p) {
		atomic_init(&p->references, 1);
		p->width = width % 16 + 1;
		p->height = height % 16 + 1;
		p->dots = calloc(p->width * p->height, sizeof(*p->dots));
	}
	return p;
}

picture *picture_ref(picture *p)
{
	atomic_fetch_add(&p->references, 1);
	return p;
}

void picture_unref(picture *p)
{
	if (atomic_fetch_sub(&p->references, 1) == 1) {
		free(p->dots);
		free(p);
	}
}

void picture_set(picture *p, size_t x, size_t y, int colour)
{
	if (p->dots && x < p->width && y < p->height) {
		p->dots[y * p->width + x] = colour;
	}
}

int picture_get(const picture *p, size_t x, size_t y)
{
	return p->dots && x < p->width && y < p->height ? p->dots[y * p->width + x] : -1;
}

size_t picture_width(const picture *p)
{
	return p->width;
}
