// SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM as a request to finish: counted, never fatal.
#ifndef HD_BASE_INTERRUPT_H
#define HD_BASE_INTERRUPT_H

// From now on the two signals are counted. Blocking calls return with EINTR.
void hd_interrupt_watch(void);
// How many came since then: 1 asks to finish soon, 2 and more to stop at once.
int hd_interrupt_count(void);

#endif
