// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef WATCH_LIST_H
#define WATCH_LIST_H

#include <stddef.h>

typedef struct watch_list watch_list;
typedef void watch_fn(int value, void *data);

watch_list *watch_list_new(void);
void watch_list_free(watch_list *w);
void watch_list_set_hook(watch_list *w, watch_fn *hook, void *data);
void watch_list_add(watch_list *w, int value);
int watch_list_sum(watch_list *w);
int watch_list_is_empty(watch_list *w);

#endif
