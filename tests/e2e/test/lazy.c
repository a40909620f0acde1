// SPDX-License-Identifier: Apache-2.0
// A view that is made when it is first asked for, looked at twice: what was read first may be returned although
// another thread has made the view meanwhile.
#include "lazy.h"

#include <stdatomic.h>
#include <stdlib.h>

struct lazy {
	atomic_int view;
};

lazy *lazy_new(void)
{
	return calloc(1, sizeof(lazy));
}

void lazy_free(lazy *l)
{
	free(l);
}

int lazy_view(lazy *l)
{
	int result = atomic_load(&l->view);
	if (atomic_load(&l->view) == 0) {
		result = 7;
		atomic_store(&l->view, result);
	}
	return result;
}
