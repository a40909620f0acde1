// SPDX-License-Identifier: Apache-2.0
// What kind of ELF file a path names.
#ifndef HD_HARNESS_ELF_CHECK_H
#define HD_HARNESS_ELF_CHECK_H

#include <stdbool.h>
#include <stddef.h>

// Every harness defines it, and no other program does.
#define HD_ENGINE_SYMBOL "__heddle_fault_stop"

enum hd_elf_kind {
	HD_ELF_NONE,       // not an ELF file, or unreadable
	HD_ELF_OBJECT,     // relocatable
	HD_ELF_EXECUTABLE, // has a program interpreter or fixed addresses
	HD_ELF_SHARED,
};

enum hd_elf_kind hd_elf_kind(const char *path);
// Is the symbol defined in the file's symbol tables?
bool hd_elf_defines(const char *path, const char *symbol);
// Does the file, or a member of it if it is an archive, use this symbol without defining it?
bool hd_elf_uses(const char *path, const char *symbol);
// Is this the file's build id?
bool hd_elf_has_build_id(const char *path, const unsigned char *id, size_t size);
// Is the symbol in the index of this archive? False for other files.
bool hd_elf_archive_defines(const char *path, const char *symbol);

#endif
