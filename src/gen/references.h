// SPDX-License-Identifier: Apache-2.0
// Who owns a reference to the shared object. A thread that gives up one that it did not take itself was given
// it, and must not use the object when it has given up the last of its own.
#ifndef HD_GEN_REFERENCES_H
#define HD_GEN_REFERENCES_H

#include "gen/test.h"

// Do all threads keep to that, and are there as many references as they give up?
bool hd_references_hold(const struct hd_test *t);
// Has the thread given up what it had?
bool hd_references_are_gone(const struct hd_test *t, unsigned thread);

#endif
