// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef PAGES_H
#define PAGES_H

/** Ten ways to change a page. Thread-safe. */
typedef struct pages pages;

pages *pages_new(void);
void pages_free(pages *p);
int pages_add(pages *p, int n);
int pages_subtract(pages *p, int n);
int pages_set(pages *p, int n);
int pages_twice(pages *p);
int pages_clear(pages *p);
int pages_most(pages *p, int n);
int pages_least(pages *p, int n);
int pages_flip(pages *p);
int pages_mark(pages *p, int n);
int pages_get(pages *p);

#endif
