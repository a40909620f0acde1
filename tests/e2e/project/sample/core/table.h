/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TABLE_H
#define TABLE_H
int *table_new(unsigned count);
void table_free(int *table);
int *table_slot(int *table, unsigned index);
#endif
