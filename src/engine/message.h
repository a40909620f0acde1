// SPDX-License-Identifier: Apache-2.0
// Parts of messages: each adds members to the current line (engine/line.h).
#ifndef HD_ENGINE_MESSAGE_H
#define HD_ENGINE_MESSAGE_H

#include "engine/engine.h"

// message_finding.c
void hd_message_put_site(const struct hd_site *s); // a value
void hd_message_put_test(const struct hd_fault *f);
void hd_message_put_pattern(const struct hd_fault *f); // of memory accesses, if it explains the fault
void hd_message_put_stacks(const struct hd_fault *f);
void hd_message_put_schedule(const struct hd_fault *f, const struct hd_schedule *r);
// The same for test.c, which calls the same functions from a main() of its own.
void hd_message_put_test_schedule(const struct hd_fault *f, const struct hd_schedule *r);
void hd_message_put_trace(const struct hd_fault *f); // of the replay just made; of very long ones the end

// message_reproduction.c
void hd_message_put_reproduction(void); // how a crash was looked for

// message_coverage.c
void hd_message_put_coverage(void); // how much, of what, and when it grew

#endif
