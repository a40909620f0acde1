// heddle: use-after-free
// pager_visit reads pages that pager_add has moved elsewhere.
// SPDX-License-Identifier: Apache-2.0
#ifndef PAGER_H
#define PAGER_H

#include <stddef.h>

// Pages that readers turn. Thread-safe; a visitor may call any function.
typedef struct pager pager;

pager *pager_new(void);
void pager_free(pager *p);
void pager_add(pager *p, int page);
int pager_visit(pager *p, int (*visitor)(int page, void *data), void *data);
int pager_total(pager *p);

#endif
