// SPDX-License-Identifier: Apache-2.0
// test.c as it is stored: what it shows and how to run it, the test, the
// interleaving that fails.
#ifndef HD_CLI_TEST_SOURCE_H
#define HD_CLI_TEST_SOURCE_H

#include <jansson.h>

#include "base/str.h"
#include "cli/options.h"

// directory: of the finding, as people write it. Nothing is added if the finding has no test.
void hd_test_source(struct hd_str *out, const json_t *finding, const struct hd_options *options,
	const char *directory);

#endif
