// heddle: none
// A table that grows when 48 different keys are in it.
// SPDX-License-Identifier: Apache-2.0
#ifndef LEDGER_H
#define LEDGER_H

#include <stddef.h>

typedef struct ledger ledger_t;

ledger_t *ledger_new(void);
void ledger_delete(ledger_t *l);
int ledger_put(ledger_t *l, int key, int value);
int ledger_get(ledger_t *l, int key);
size_t ledger_count(ledger_t *l);

#endif
