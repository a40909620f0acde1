// SPDX-License-Identifier: Apache-2.0
// The answer of heddle reproduce.
#ifndef HD_CLI_REPRODUCTION_H
#define HD_CLI_REPRODUCTION_H

#include <stdbool.h>

#include "base/str.h"
#include "message/finding.h"

struct hd_session;

// Is this finding the crash? Others were met on the way.
bool hd_reproduction_is_crash(const struct hd_finding *finding);
// The finding that is; NULL: it was not reproduced.
const struct hd_finding *hd_reproduction_found(const struct hd_session *session);
// How a finding matches the crash, for people; nothing if there was none to match.
void hd_reproduction_match(struct hd_str *out, const struct hd_finding *finding);
// What came out, as text or JSON, on stdout.
void hd_reproduction_print(const struct hd_session *session);

#endif
