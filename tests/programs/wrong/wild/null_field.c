// heddle: null-dereference
// Writes a field far into a null pointer.
#include "wild.h"

static void wild(void)
{
	struct {
		char before[4000];
		int field;
	} *volatile p = NULL;

	p->field = 1;
}
