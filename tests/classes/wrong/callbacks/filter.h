// heddle: data-race|not-linearizable
// filter_offer counts what its rule accepts without the lock: two offers lose one.
// SPDX-License-Identifier: Apache-2.0
#ifndef FILTER_H
#define FILTER_H

#include <stdbool.h>
#include <stddef.h>

/** Counts the values that a rule of the caller's accepts. */
typedef struct filter filter;

/** Says whether a value is accepted. */
typedef bool (*filter_rule)(int value, void *user);

/** Make a filter without a rule, which accepts nothing; false when there is no memory. */
bool filter_open(filter **out);

/** Free the filter and set the variable to NULL. No other thread may use it any more. */
void filter_close(filter **self);

/** Use this rule from now on. */
void filter_set_rule(filter *self, filter_rule rule, void *user);

/** Count the value if the rule accepts it. */
void filter_offer(filter *self, int value);

/** How many values were accepted. */
size_t filter_accepted(filter *self);

#endif
