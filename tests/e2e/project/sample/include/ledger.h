/* SPDX-License-Identifier: Apache-2.0 */
/* A ledger: amounts by account. Every call may be made from any thread. */
#ifndef LEDGER_H
#define LEDGER_H
#include "limits_generated.h"

typedef struct ledger ledger;

ledger *ledger_new(void);
void ledger_free(ledger *ledger);
int ledger_add(ledger *ledger, unsigned account, int amount);
int ledger_get(ledger *ledger, unsigned account);
int ledger_drain(ledger *ledger, unsigned account);
#endif
