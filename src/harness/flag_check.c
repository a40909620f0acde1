// SPDX-License-Identifier: Apache-2.0
#include "harness/flag_check.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// Beginnings of flags that choose where to look, a language or code; the longest that
// fits decides.
static const struct {
	const char *start;
	bool harmless;
} starts[] = {
	{"-I", true},
	{"-D", true},
	{"-U", true},
	{"-L", true},
	{"-l", true},
	{"-O", true},
	{"-g", true},
	{"-std=", true},
	{"-ansi", true},
	{"-pedantic", true},
	{"-w", true},
	{"-pthread", true},
	{"-isystem", true},
	{"-iquote", true},
	{"-idirafter", true},
	{"-include", true},
	{"-march=", true},
	{"-mtune=", true},
	{"-msse", true},
	{"-mavx", true},
	{"-f", true},
	{"-fplugin", false},
	{"-fpass-plugin", false},
	{"-fuse-ld", false},
	{"-fprofile", false},
	{"-fcs-profile", false},
	{"-fmodule", false},
	{"-fprebuilt", false},
	{"-fthinlto", false},
	{"-ftime", false},
	{"-fsave", false},
	{"-fcrash", false},
	{"-fdiagnostics", false},
	{"-fproc", false},
	{"-foptimization-record", false},
	{"-fembed", false},
	{"-foffload", false},
	{"-fopenmp-targets", false},
	{"-W", true},
	{"-Wl,", false},
	{"-Wa,", false},
	{"-Wp,", false},
	{"-gcc-", false},
	{"-gsplit-dwarf", false},
	{"-wrapper", false},
};

static bool is_harmless(const char *flag)
{
	size_t longest = 0;
	bool harmless = *flag != '-' && *flag != '@'; // a directory, or a file like the sources
	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {
		size_t length = strlen(starts[i].start);
		if (length > longest && strncmp(flag, starts[i].start, length) == 0) {
			longest = length;
			harmless = starts[i].harmless;
		}
	}
	return harmless;
}

const char *hd_flag_check(const struct hd_strv *flags)
{
	for (size_t i = 0; i < flags->count; i++) {
		if (!is_harmless(flags->items[i])) {
			return flags->items[i];
		}
	}
	return NULL;
}
