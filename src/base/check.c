// SPDX-License-Identifier: Apache-2.0
#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void hd_check_failed(const char *condition, const char *file, int line)
{
	fprintf(stderr, "heddle: internal error: %s:%d: check failed: %s\n", file, line, condition);
	abort();
}
