// SPDX-License-Identifier: Apache-2.0
// SIGINT, SIGTERM and SIGHUP as a request to finish: counted, never fatal.
#ifndef HD_BASE_INTERRUPT_H
#define HD_BASE_INTERRUPT_H

// From now on the signals are counted. Blocking calls return with EINTR.
void hd_interrupt_watch(void);
// The number received since then: 1 means finish soon, 2 or more stop at once.
int hd_interrupt_count(void);

#endif
