// SPDX-License-Identifier: Apache-2.0
// The crash that a harness is to reproduce, as text. The host writes it, from whatever format the
// stack came in; the harness reads it (strategy/concrash/wanted.c):
//
//   heddle-crash 1
//   kind assertion               one of abi/crash_kinds.def
//   looked up                    perhaps: in the executable, too (--exe); "looked up in core": of a core file
//   thread crashed               one of the threads; without "crashed": it did not
//   null call                    perhaps: it had called NULL, and what called that may be missing
//   frame FUNCTION LINE FILE     its frames, the innermost first, only those with a function; line 0: unknown,
//                                file -: unknown
//
// What does not fit the limits is left out, from the outside.
#ifndef HD_ABI_CRASH_FILE_H
#define HD_ABI_CRASH_FILE_H

#define HD_CRASH_FILE_HEADER "heddle-crash 1"
#define HD_CRASH_FILE_NAME 256 // bytes of a function's name
#define HD_CRASH_FILE_PATH 512 // bytes of a file's name

#endif
