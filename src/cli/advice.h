// SPDX-License-Identifier: Apache-2.0
// What does not compile: which include or flag would help?
#ifndef HD_CLI_ADVICE_H
#define HD_CLI_ADVICE_H

#include "base/error.h"
#include "base/strv.h"

// Adds a line per cause that is known, the first few, to the error's text, which has the compiler's
// messages. files: what was given; missing headers are looked for around them.
void hd_advice_explain(const struct hd_strv *files, struct hd_error *error);

#endif
