// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef SLIP_H
#define SLIP_H

#include <stddef.h>

/// Text that grows. Any thread may call anything but slip_free.
char *slip_new(size_t room);
void slip_free(char *slip);
/// How long it is now.
size_t slip_append(char *slip, char letter);
size_t slip_length(const char *slip);

#endif
