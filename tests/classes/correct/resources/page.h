// heddle: none
// Whoever takes the count to 0 frees.
// SPDX-License-Identifier: Apache-2.0
#ifndef PAGE_H
#define PAGE_H

/** A page that several owners share: the last one to let go frees it. Thread-safe. */
struct page;

struct page *page_new(void);
struct page *page_ref(struct page *p);
void page_unref(struct page *p);

#endif
