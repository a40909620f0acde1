// heddle: none
// names_init is optional: the first call makes the table.
// SPDX-License-Identifier: Apache-2.0
#ifndef NAMES_H
#define NAMES_H

/// Optional: makes the table now rather than in the first call.
void names_init(void);
int names_add(const char *name);
int names_count(void);

#endif
