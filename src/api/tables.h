// SPDX-License-Identifier: Apache-2.0
// The model as C initialisers of abi/api.h; for thunks.c only.
#ifndef HD_API_TABLES_H
#define HD_API_TABLES_H

#include "base/str.h"

struct hd_api_model;

void hd_tables_write(struct hd_api_model *model, struct hd_str *out);

#endif
