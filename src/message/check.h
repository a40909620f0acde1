// SPDX-License-Identifier: Apache-2.0
// Is a message as abi/messages.def says?
#ifndef HD_MESSAGE_CHECK_H
#define HD_MESSAGE_CHECK_H

#include <jansson.h>
#include <stdbool.h>

#include "base/str.h"

// If not, says what the first difference is. A type that is not listed is one.
bool hd_message_check(const json_t *message, struct hd_str *problem);

#endif
