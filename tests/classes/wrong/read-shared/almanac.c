// heddle: not-linearizable
// almanac_day remembers its last answer in two steps.
// SPDX-License-Identifier: Apache-2.0
#include "almanac.h"

#include <stdlib.h>

struct page {
	struct page *left, *right;
	int day, saint;
};

struct almanac {
	struct page *root;
	int last_day, last_saint;
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
	a->last_day = day;
	a->last_saint = saint;
}

int almanac_day(const almanac *a, int day)
{
	almanac *cache = (almanac *)a;
	if (cache->last_day == day) {
		return cache->last_saint;
	}
	const struct page *p = *place((struct page **)&a->root, day);
	cache->last_day = day;
	cache->last_saint = p ? p->saint : 0;
	return p ? p->saint : 0;
}
