// SPDX-License-Identifier: Apache-2.0
// Words as a POSIX shell would read and need them.
#ifndef HD_BASE_SHELL_H
#define HD_BASE_SHELL_H

#include <stdbool.h>

#include "base/str.h"
#include "base/strv.h"

// Splits text into words: blanks separate, quotes and backslashes protect; no
// expansions. False if a quote is unterminated; the words before it have been added.
bool hd_shell_split(const char *text, struct hd_strv *words);

// Adds word, quoted so that a shell reads it back as that one word.
void hd_shell_quote(struct hd_str *str, const char *word);

#endif
