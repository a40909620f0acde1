// SPDX-License-Identifier: Apache-2.0
// Text inside XML and HTML.
#ifndef HD_REPORT_MARKUP_H
#define HD_REPORT_MARKUP_H

#include "base/str.h"

// Adds text with the markup characters escaped; control characters, which XML
// cannot hold, become blanks.
void hd_markup_add(struct hd_str *out, const char *text);

#endif
