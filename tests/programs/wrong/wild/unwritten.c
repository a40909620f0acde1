// heddle: wild-access
// Follows a pointer in a block that nobody wrote.
#include "wild.h"

#include <stdlib.h>

static void wild(void)
{
	int **block = malloc(sizeof(*block));

	**(int *volatile *)block = 1;
}
