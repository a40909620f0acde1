// SPDX-License-Identifier: Apache-2.0
// Paths and whole files. Functions that return char * give an allocated string.
#ifndef HD_BASE_PATH_H
#define HD_BASE_PATH_H

#include <stdbool.h>

#include "base/error.h"
#include "base/str.h"

char *hd_path_join(const char *directory, const char *name);
// Everything before the last slash; "." if there is none.
char *hd_path_directory(const char *path);
// What follows the last slash; points into path.
const char *hd_path_name(const char *path);
// The name's extension, starting at its last dot; "" if there is none; points into path.
const char *hd_path_extension(const char *path);
char *hd_path_absolute(const char *path);
// The path without the current directory in front, for display; points into path.
const char *hd_path_display(const char *path);
// The way from a directory to a path, both absolute: "../../src/a.c". The caller frees it.
char *hd_path_relative(const char *directory, const char *path);
// Is the path, absolute, this directory or below it?
bool hd_path_is_below(const char *path, const char *directory);
// The directory of the running program; NULL if it cannot be determined.
char *hd_path_own_directory(void);
// Looks a program up in PATH; a name with a slash is used as it is. NULL: not found.
char *hd_path_find_program(const char *name);

bool hd_path_exists(const char *path);
bool hd_path_is_directory(const char *path);
bool hd_path_is_file(const char *path);

// HD_BAD_INPUT with the reason unless it is a regular file that may be read.
enum hd_status hd_path_check_readable(const char *path, struct hd_error *error);

// Creates the directory and any missing parents.
enum hd_status hd_path_make(const char *path, struct hd_error *error);
// Removes a directory with everything in it. Failure is not an error.
void hd_path_remove_tree(const char *path);
enum hd_status hd_path_read(const char *path, struct hd_str *text, struct hd_error *error);
// Writes a file atomically: a reader sees the old or the new one, never a partial one.
enum hd_status hd_path_write(const char *path, const char *text, struct hd_error *error);

#endif
