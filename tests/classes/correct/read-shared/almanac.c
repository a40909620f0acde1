// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "almanac.h"

#include <stdlib.h>

struct page {
	struct page *left, *right;
	int day, saint;
};

struct almanac {
	struct page *root;
};

almanac *almanac_new(void)
{
	return calloc(1, sizeof(almanac));
}

static void tear(struct page *p)
{
	if (p) {
		tear(p->left);
		tear(p->right);
		free(p);
	}
}

void almanac_free(almanac *a)
{
	tear(a->root);
	free(a);
}

static struct page **place(struct page **p, int day)
{
	while (*p && (*p)->day != day) {
		p = day < (*p)->day ? &(*p)->left : &(*p)->right;
	}
	return p;
}

void almanac_set(almanac *a, int day, int saint)
{
	struct page **p = place(&a->root, day);
	if (!*p) {
		*p = calloc(1, sizeof(**p));
		(*p)->day = day;
	}
	(*p)->saint = saint;
}

int almanac_day(const almanac *a, int day)
{
	const struct page *p = *place((struct page **)&a->root, day);
	return p ? p->saint : 0;
}
