// SPDX-License-Identifier: Apache-2.0
// Lines of source files, read once each.
#ifndef HD_REPORT_SOURCE_H
#define HD_REPORT_SOURCE_H

#include "report/symbols.h"

struct hd_sources;

// harness: its debug information locates files that are not found under their
// own names. Both are borrowed.
struct hd_sources *hd_sources_create(struct hd_symbols *symbols, const char *harness);
void hd_sources_destroy(struct hd_sources *sources);

// Text of a line (starting at 1) with blanks squeezed; NULL if the file or line does not exist.
// Valid as long as sources.
const char *hd_sources_line(struct hd_sources *sources, const char *file, int line);

#endif
