// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef DICT_H
#define DICT_H

typedef struct dict dict_t;

// Keys are copied, and kept in the order that compare says.
dict_t *dict_new(int (*compare)(const char *a, const char *b));
void dict_free(dict_t *d);
// Where the key is now; -1: there is no room. Any thread may call it.
int dict_put(dict_t *d, const char *key);
int dict_count(dict_t *d);

#endif
