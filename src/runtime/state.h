// SPDX-License-Identifier: Apache-2.0
// What code under test has changed of its process in this execution (state.c).
#ifndef HD_RUNTIME_STATE_H
#define HD_RUNTIME_STATE_H

#define HD_STATE_NOTHING 0
#define HD_STATE_DESCRIPTORS 1 // some may have been opened, closed or replaced
#define HD_STATE_STANDARD 2    // 0, 1 or 2 too
#define HD_STATE_DIRECTORY 4
#define HD_STATE_UMASK 8
#define HD_STATE_LIMITS 16
#define HD_STATE_ENVIRONMENT 32
#define HD_STATE_LIBC 64     // data of the C library
#define HD_STATE_STREAMS 66  // stdin, stdout or stderr: the C library's data and their descriptors
#define HD_STATE_FOR_GOOD 128 // cannot be put back
extern unsigned hd_state;
void hd_state_init(void); // the process is as every execution shall find it
void hd_state_note(unsigned what, const char *name);
void hd_state_restore(void);

#endif
