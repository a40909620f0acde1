// heddle: use-after-free|double-free|not-linearizable|lock-misuse
// Two blob_ref calls read one count and a reference is lost, so that blob_unref frees too early.
// SPDX-License-Identifier: Apache-2.0
#ifndef BLOB_H
#define BLOB_H

#include <stddef.h>

typedef struct blob blob;

/** A copy of some bytes, with one reference; NULL when there is no memory. */
blob *blob_new(const void *bytes, size_t length);

/** Take another reference; returns the blob. */
blob *blob_ref(blob *blob);

/** Give one reference back; the last one frees the blob. */
void blob_unref(blob *blob);

/** The first byte, or -1 when there is none. */
int blob_first(blob *blob);

/** How many references there are. */
int blob_refs(blob *blob);

#endif
