// SPDX-License-Identifier: Apache-2.0
#include "page.h"

#include <stdatomic.h>
#include <stdlib.h>

struct page {
	atomic_int refs;
	char *text;
};

struct page *page_new(void)
{
	struct page *p = malloc(sizeof(*p));
	atomic_init(&p->refs, 1);
	p->text = calloc(1, 40);
	return p;
}

struct page *page_ref(struct page *p)
{
	atomic_fetch_add(&p->refs, 1);
	return p;
}

void page_unref(struct page *p)
{
	if (atomic_load(&p->refs) > 1) {
		atomic_fetch_sub(&p->refs, 1);
		return;
	}
	free(p->text);
	free(p);
}
