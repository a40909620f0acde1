// heddle: not-linearizable
// Two names_intern calls with one new name both miss it and give it two numbers.
// SPDX-License-Identifier: Apache-2.0
#ifndef NAMES_H
#define NAMES_H

/** The number of a name, which is given one when it is new; -1 when there is no memory or no name.
 */
int names_intern(const char *name);

/** The number of a name, or -1 when it has none. */
int names_find(const char *name);

/** How many names have a number. */
int names_count(void);

#endif
