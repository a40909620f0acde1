// SPDX-License-Identifier: Apache-2.0
// What kind of ELF file a path names.
#ifndef HD_HARNESS_ELF_CHECK_H
#define HD_HARNESS_ELF_CHECK_H

#include <stdbool.h>

enum hd_elf_kind {
	HD_ELF_NONE,       // no ELF file, or unreadable
	HD_ELF_OBJECT,     // relocatable
	HD_ELF_EXECUTABLE, // has a program interpreter or fixed addresses
	HD_ELF_SHARED,
};

enum hd_elf_kind hd_elf_kind(const char *path);
// Is the symbol defined in the file's symbol tables?
bool hd_elf_defines(const char *path, const char *symbol);
// Is the symbol in the index of this archive? False for other files.
bool hd_elf_archive_defines(const char *path, const char *symbol);

#endif
