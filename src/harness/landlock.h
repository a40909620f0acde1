// SPDX-License-Identifier: Apache-2.0
// Landlock: a process gives up the right to write files, for good. Three system
// calls that the C library does not have.
#ifndef HD_HARNESS_LANDLOCK_H
#define HD_HARNESS_LANDLOCK_H

// The version that this kernel supports; 0: none.
int hd_landlock_version(void);
// From now on this process can change only what is below `scratch` (NULL: files
// are not restricted) and /dev/null, and its signals and abstract sockets reach
// only processes that entered with it. Makes system calls only. 0, or an errno
// value.
int hd_landlock_enter(int version, const char *scratch);

#endif
