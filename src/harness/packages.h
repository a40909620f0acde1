// SPDX-License-Identifier: Apache-2.0
// pkg-config: flags of installed libraries by name (--pkg).
#ifndef HD_HARNESS_PACKAGES_H
#define HD_HARNESS_PACKAGES_H

#include "base/error.h"
#include "base/strv.h"

// Adds what the packages need. HD_BAD_INPUT, with pkg-config's words, if there is no such package.
enum hd_status hd_packages_flags(const struct hd_strv *names, struct hd_strv *cflags, struct hd_strv *libs,
	struct hd_error *error);
// The package that links with -lNAME, allocated; NULL: none is known.
char *hd_packages_of_library(const char *library);

#endif
