// SPDX-License-Identifier: Apache-2.0
// The compiler and heddle's own parts, and the one place that knows which flags
// code under test is compiled and linked with.
#ifndef HD_HARNESS_TOOLCHAIN_H
#define HD_HARNESS_TOOLCHAIN_H

#include "base/error.h"
#include "base/strv.h"

struct hd_toolchain {
	char *clang;  // drives C, and C++ with --driver-mode=g++
	char *plugin; // libheddle-pass.so
	char *engine; // libheddle-engine.a
	char *module; // heddle-module.o
};

// Finds everything: clang-19 in PATH (HEDDLE_CLANG overrides), the parts next
// to the running program or in ../lib/heddle from it.
enum hd_status hd_toolchain_init(struct hd_toolchain *tools, struct hd_error *error);
void hd_toolchain_finish(struct hd_toolchain *tools);

// What every compilation of code under test needs. To be placed after the
// user's own flags: some of these must win.
void hd_toolchain_compile_flags(const struct hd_toolchain *tools, struct hd_strv *argv);
// Hooks that follow the flow of control: at branches, and in static functions.
void hd_toolchain_flow_flags(struct hd_strv *argv);
// What `heddle run` adds when the user did not choose: an optimisation level.
void hd_toolchain_default_flags(const struct hd_strv *user_flags, struct hd_strv *argv);
// What a link needs, after the objects.
// For a program at the same address in every run, even where randomisation cannot be disabled.
void hd_toolchain_fixed_address(struct hd_strv *argv);
void hd_toolchain_link_flags(const struct hd_toolchain *tools, struct hd_strv *argv);

#endif
