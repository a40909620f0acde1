// heddle: out-of-bounds
// A length below zero.
#include "wild.h"

#include <stdlib.h>
#include <string.h>

static void wild(void)
{
	char *p = malloc(8);

	memset(p, 0, (size_t)-(ready + 3));
	free(p);
}
