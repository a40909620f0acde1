// SPDX-License-Identifier: Apache-2.0
// The #include lines of a source file, as text: what a header is used with.
#ifndef HD_API_INCLUDES_H
#define HD_API_INCLUDES_H

#include <stdbool.h>

#include "base/strv.h"

// Does the source include a header of this name?
bool hd_includes_header(const char *source, const char *header);
// Adds what the source includes before this header, as operands: <stdint.h>, "/path/config.h".
// Files next to the source get their paths. False: it does not include the header.
bool hd_includes_before(const char *source, const char *header, struct hd_strv *operands);

#endif
