// SPDX-License-Identifier: Apache-2.0
// The harness of a finding, on its way from one output directory to another.
#ifndef HD_CLI_MERGE_HARNESS_H
#define HD_CLI_MERGE_HARNESS_H

#include "base/error.h"
#include "base/strv.h"
#include "message/finding.h"

// Identities of files that were looked at: many findings have one harness. A zeroed struct is empty.
struct hd_identities {
	struct hd_strv paths, codes;
};
void hd_identities_finish(struct hd_identities *identities);

// Copies the harness that `finding`, of the output directory `from`, was found with to `into`/build unless it
// is there. *path is where it is then, absolute, for the caller to free; NULL: it no longer exists.
enum hd_status hd_merge_harness(struct hd_identities *identities, const struct hd_finding *finding, const char *from,
	const char *into, char **path, struct hd_error *error);

#endif
