// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

/** The settings of the program. There is one set of them, which is made with its defaults
 *  ("language" = "en", "theme" = "light") on first use. Strings are copied in and out. */

/** Set a name to a value; -1 when one of them is NULL or there is no memory. */
int settings_set(const char *name, const char *value);

/** Copy a value with its end into a buffer of `size` bytes, cut where that is too small; the length
 * of the value, or -1 when there is none. */
int settings_get(const char *name, char *buffer, size_t size);

/** True when the name has exactly this value. */
bool settings_is(const char *name, const char *value);

/** Remove a name; -1 when it is not there. */
int settings_unset(const char *name);

/** How many names are set. */
int settings_count(void);

#endif
