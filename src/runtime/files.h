// SPDX-License-Identifier: Apache-2.0
// Files of code under test in the sandbox: what it writes goes to a directory of
// the worker's own, what it reads may come from anywhere.
#ifndef HD_RUNTIME_FILES_H
#define HD_RUNTIME_FILES_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

enum hd_files_use {
	HD_FILES_READS,  // what is there: the worker's own, else the machine's
	HD_FILES_WRITES, // makes, changes or removes: the worker's own
};

// Makes the worker's directory below `scratch` and goes there. start: the directory
// that paths are relative to as far as the code can see.
bool hd_files_enter(const char *scratch, const char *start, unsigned number);
// Nothing protects files but this: calls that write them are refused.
extern bool hd_files_refused;
// Is the sandbox on, and does code under test run?
bool hd_files_apply(void);
// What a file is opened for by these flags of open().
enum hd_files_use hd_files_use_of(int flags);
// The function that is about to ask for paths, for messages.
void hd_files_called(const char *name);
// Where this path leads; `room` has PATH_MAX bytes for it. The path itself where the
// sandbox is off.
const char *hd_files_path(const char *path, enum hd_files_use use, char *room);
// The other way round: the path that code under test knows this one by, or itself.
const char *hd_files_shown(const char *path, char *room);
// Uninstrumented code may have written something.
void hd_files_touched(void);
void hd_files_reset(void); // before an execution: what was written is gone

// Which arguments of a function are paths, and what for (shim_file.c); IN: the one before is a directory's descriptor.
#define HD_FILE_READS 0
#define HD_FILE_WRITES 1
#define HD_FILE_WRITES_BOTH 2
#define HD_FILE_WRITES_SECOND 3
#define HD_FILE_READS_IN 4
#define HD_FILE_WRITES_IN 5
#define HD_FILE_WRITES_BOTH_IN 6
#define HD_FILE_WRITES_THIRD_IN 7
#define HD_FILE_STREAM 8 // the second argument tells what for
#define HD_FILE_READS_SECOND 9
void hd_files_forward(uintptr_t *arguments, unsigned how, unsigned what, const char *name);

#endif
