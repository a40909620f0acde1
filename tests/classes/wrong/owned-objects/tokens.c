// heddle: double-free|use-after-free|null-dereference
// tokens_next keeps its copy in a variable that all have in common.
// SPDX-License-Identifier: Apache-2.0
#include "tokens.h"

#include <stdlib.h>
#include <string.h>

static char *rest; // of the text that is being cut

struct tokens {
	char text[64];
	int count;
};

tokens *tokens_new(const char *text)
{
	tokens *t = calloc(1, sizeof(*t));
	if (t) {
		strncpy(t->text, text ? text : "", sizeof(t->text) - 1);
	}
	return t;
}

void tokens_free(tokens *t)
{
	free(t);
}

int tokens_next(tokens *t)
{
	rest = strdup(t->text);
	int length = (int)strlen(rest);
	free(rest);
	rest = NULL;
	t->count++;
	return length;
}

int tokens_count(tokens *t)
{
	return t->count;
}
