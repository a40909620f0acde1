// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef DICT_H
#define DICT_H

#include <stddef.h>

/** Strings by name, read far more often than written. */
typedef struct dict dict;

/** Make an empty dictionary; 0, or -1 when there is no memory. */
int dict_create(dict **out);

/** Free the dictionary. No other thread may use it any more. */
void dict_destroy(dict *dict);

/** Set a name to a value; both are copied. -1 when one is NULL or there is no memory. */
int dict_set(dict *dict, const char *name, const char *value);

/** A copy of the value, which the caller frees; NULL when there is none. */
char *dict_get(dict *dict, const char *name);

/** The length of the value, or -1 when there is none. */
int dict_length(dict *dict, const char *name);

/** Remove a name; -1 when it is not there. */
int dict_remove(dict *dict, const char *name);

/** How many names there are. */
size_t dict_count(dict *dict);

#endif
