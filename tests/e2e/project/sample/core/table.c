// SPDX-License-Identifier: Apache-2.0
#include "table.h"

#include <stdlib.h>

int *table_new(unsigned count)
{
	return calloc(count, sizeof(int));
}

void table_free(int *table)
{
	free(table);
}

int *table_slot(int *table, unsigned index)
{
	return &table[index];
}
