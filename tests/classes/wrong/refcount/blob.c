// heddle: use-after-free|double-free|not-linearizable|lock-misuse
// Two blob_ref calls read one count and a reference is lost, so that blob_unref frees too early.
// SPDX-License-Identifier: Apache-2.0
#include "blob.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct blob {
	pthread_mutex_t lock;
	int refs;
	size_t length;
	unsigned char bytes[];
};

blob *blob_new(const void *bytes, size_t length)
{
	if ((!bytes && length > 0) || length > 1 << 20) {
		return NULL;
	}
	blob *blob = malloc(sizeof *blob + length);
	if (!blob) {
		return NULL;
	}
	pthread_mutex_init(&blob->lock, NULL);
	blob->refs = 1;
	blob->length = length;
	if (length > 0) {
		memcpy(blob->bytes, bytes, length);
	}
	return blob;
}

int blob_refs(blob *blob)
{
	pthread_mutex_lock(&blob->lock);
	int refs = blob->refs;
	pthread_mutex_unlock(&blob->lock);
	return refs;
}

static void set_refs(blob *blob, int refs)
{
	pthread_mutex_lock(&blob->lock);
	blob->refs = refs;
	pthread_mutex_unlock(&blob->lock);
}

blob *blob_ref(blob *blob)
{
	set_refs(blob, blob_refs(blob) + 1);
	return blob;
}

void blob_unref(blob *blob)
{
	int refs = blob_refs(blob) - 1;
	if (refs > 0) {
		set_refs(blob, refs);
		return;
	}
	pthread_mutex_destroy(&blob->lock);
	free(blob);
}

int blob_first(blob *blob)
{
	pthread_mutex_lock(&blob->lock);
	int first = blob->length > 0 ? blob->bytes[0] : -1;
	pthread_mutex_unlock(&blob->lock);
	return first;
}
