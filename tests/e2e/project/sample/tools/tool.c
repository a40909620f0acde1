// SPDX-License-Identifier: Apache-2.0
// A program of the project, with a stand-in for a function of the library's.
#include "ledger.h"

int *table_slot(int *table, unsigned index)
{
	return &table[index + 1];
}

int main(void)
{
	return 0;
}
