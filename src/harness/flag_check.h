// SPDX-License-Identifier: Apache-2.0
// Compiler flags that come with a finding from someone else.
#ifndef HD_HARNESS_FLAG_CHECK_H
#define HD_HARNESS_FLAG_CHECK_H

#include "base/strv.h"

// The first flag that is not known to be harmless: compilers load plugins, start other
// programs and write files when flags tell them to. NULL: all are harmless.
const char *hd_flag_check(const struct hd_strv *flags);

#endif
