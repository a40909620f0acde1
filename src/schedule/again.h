// SPDX-License-Identifier: Apache-2.0
// The first execution of a program knows no conflicts to aim at. But most errors are of one shape: a thread
// relies on what it saw of an object when it uses it again, or takes a lock while it holds another. So a
// thread that is about to do that waits as long as others can go on, or until one of them has used the object.
#ifndef HD_SCHEDULE_AGAIN_H
#define HD_SCHEDULE_AGAIN_H

#include "runtime/rt.h"
#include "runtime/table.h"

struct hd_again {
	bool on;
	bool lasting;           // threads wait even after another has used the object
	struct hd_table uses;   // of a thread and an object
	bool *passed;           // of each: the thread has waited there
	uint8_t locks[HD_MAX_FIBERS]; // that each thread holds
};

void hd_again_begin(struct hd_again *a, bool on, bool lasting);
bool hd_again_waits(const struct hd_again *a, unsigned thread); // would it, before its next step?
void hd_again_made(struct hd_again *a, unsigned thread);        // it is about to make it

#endif
