// SPDX-License-Identifier: Apache-2.0
#include "ledger.h"

#include <stdlib.h>

#include "../util/guard.h"
#include "table.h"

#if SAMPLE_MODE != 3
#error "this file is compiled with -DSAMPLE_MODE=3"
#endif

struct ledger {
	guard guard;
	int *amounts;
};

ledger *ledger_new(void)
{
	ledger *ledger = calloc(1, sizeof(*ledger));
	if (ledger) {
		guard_init(&ledger->guard);
		ledger->amounts = table_new(LEDGER_ACCOUNTS);
	}
	return ledger;
}

void ledger_free(ledger *ledger)
{
	if (ledger) {
		table_free(ledger->amounts);
		guard_finish(&ledger->guard);
		free(ledger);
	}
}

int ledger_add(ledger *ledger, unsigned account, int amount)
{
	guard_enter(&ledger->guard);
	int *slot = table_slot(ledger->amounts, account % LEDGER_ACCOUNTS);
	*slot += amount;
	int now = *slot;
	guard_leave(&ledger->guard);
	return now;
}

int ledger_get(ledger *ledger, unsigned account)
{
	guard_enter(&ledger->guard);
	int now = *table_slot(ledger->amounts, account % LEDGER_ACCOUNTS);
	guard_leave(&ledger->guard);
	return now;
}

// Takes all there is. The amount is read in one critical section and cleared in another.
int ledger_drain(ledger *ledger, unsigned account)
{
	int amount = ledger_get(ledger, account);
	guard_enter(&ledger->guard);
	*table_slot(ledger->amounts, account % LEDGER_ACCOUNTS) = 0;
	guard_leave(&ledger->guard);
	return amount;
}
