// heddle: data-race|not-linearizable|use-after-free
// Bug: ledger_put above 48 entries moves the table while ledger_get looks at it without the lock.
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
