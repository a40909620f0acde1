// heddle: not-linearizable
// ribbon_write makes a letter known before it is there.
// SPDX-License-Identifier: Apache-2.0
#include "ribbon.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { LENGTH = 4 };

struct ribbon {
	atomic_uint written, done;
	char letters[LENGTH];
};

ribbon *ribbon_new(void)
{
	return calloc(1, sizeof(ribbon));
}

void ribbon_free(ribbon *r)
{
	free(r);
}

bool ribbon_write(ribbon *r, char letter)
{
	unsigned at = atomic_load_explicit(&r->written, memory_order_relaxed);
	if (at - atomic_load_explicit(&r->done, memory_order_acquire) == LENGTH) {
		return false;
	}
	atomic_store_explicit(&r->written, at + 1, memory_order_release);
	r->letters[at % LENGTH] = letter;
	return true;
}

char ribbon_read(ribbon *r)
{
	unsigned at = atomic_load_explicit(&r->done, memory_order_relaxed);
	if (at == atomic_load_explicit(&r->written, memory_order_acquire)) {
		return 0;
	}
	char letter = r->letters[at % LENGTH];
	atomic_store_explicit(&r->done, at + 1, memory_order_release);
	return letter;
}
