// SPDX-License-Identifier: Apache-2.0
// The search for a test that reproduces a crash (concrash.c), as far as others need to know it.
#ifndef HD_STRATEGY_CONCRASH_H
#define HD_STRATEGY_CONCRASH_H

#include "abi/control.h"
#include "strategy/concrash/wanted.h"
#include "strategy/strategy.h"

extern const struct hd_strategy hd_strategy_concrash;

#endif
