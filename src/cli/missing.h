// SPDX-License-Identifier: Apache-2.0
// Symbols that the linker did not find: which source or library defines them?
#ifndef HD_CLI_MISSING_H
#define HD_CLI_MISSING_H

#include "cli/inputs.h"

// Adds a line per symbol, the first few, to the error's text.
void hd_missing_explain(const struct hd_inputs *inputs, const struct hd_strv *symbols, struct hd_error *error);

#endif
