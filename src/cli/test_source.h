// SPDX-License-Identifier: Apache-2.0
// test.c as it is stored: what it shows and how to run it, the test, the failing interleaving.
#ifndef HD_CLI_TEST_SOURCE_H
#define HD_CLI_TEST_SOURCE_H

#include "base/str.h"
#include "cli/options.h"
#include "message/finding.h"

// directory: of the finding, as displayed. Nothing is added if the finding has no test.
void hd_test_source(struct hd_str *out, const struct hd_finding *finding, const struct hd_options *options,
	const char *directory);

#endif
