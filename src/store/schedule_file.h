// SPDX-License-Identifier: Apache-2.0
// Stored schedules: the text format of abi/schedule_file.h. The harness writes
// and reads them; the host keeps the text and refuses what is damaged.
#ifndef HD_STORE_SCHEDULE_FILE_H
#define HD_STORE_SCHEDULE_FILE_H

#include "base/error.h"

// name: of the file, for messages.
enum hd_status hd_schedule_file_check(const char *text, const char *name, struct hd_error *error);

#endif
