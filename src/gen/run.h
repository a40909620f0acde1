// SPDX-License-Identifier: Apache-2.0
// What the files that run a test share: run.c (prefix and threads), arguments.c (one call),
// early.c (what it handed out), epilogue.c (observers and destructors).
#ifndef HD_GEN_RUN_H
#define HD_GEN_RUN_H

#include "gen/test.h"

extern const struct hd_test *hd_test_running; // now, or in the execution just made
extern size_t hd_prefix_marks[HD_CALL_TIMES + 1]; // where in the trace each repetition of a call begins
extern void *hd_objects[HD_TEST_PREFIX + HD_TEST_CALLS]; // what calls made or gave (hd_given_by)
extern struct hd_frame hd_prefix_frames[HD_TEST_PREFIX];
extern struct hd_frame hd_suffix_frames[HD_TEST_THREADS][HD_TEST_SUFFIX];
extern struct hd_frame hd_observer_frames[HD_TEST_ASKED * HD_TEST_OBSERVERS];

// arguments.c
void hd_call_make(const struct hd_call_data *c, struct hd_frame *f);
// The object that a call has made or given out; NULL or an error: none.
void *hd_call_object(const struct hd_call_data *c, struct hd_frame *f);
// Memory of the test itself. If there is none left the execution says nothing.
void *hd_call_memory(size_t size);

// early.c: notes what lies behind the pointer that a call just returned.
void hd_early_keep(const struct hd_call_data *c, struct hd_frame *f);

// epilogue.c
void hd_epilogue_ask(void);
void hd_epilogue_destroy(void);

#endif
