// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef TILL_H
#define TILL_H

/* What is behind it is nobody's business. */
typedef void Till;

Till *Market_TillCreate(int first);
void Market_TillDestroy(Till *till);
void Market_Pay(Till *till, int sum);
int Market_TillTotal(const Till *till);

#endif
