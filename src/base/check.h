// SPDX-License-Identifier: Apache-2.0
// hd_check: an assertion that stays on in every build. For bugs in heddle's own
// code and for running out of memory, never for bad input.
#ifndef HD_BASE_CHECK_H
#define HD_BASE_CHECK_H

#define hd_check(condition) \
	((condition) ? (void)0 : hd_check_failed(#condition, __FILE__, __LINE__))

// Says what failed and where, then aborts.
_Noreturn void hd_check_failed(const char *condition, const char *file, int line);

#endif
