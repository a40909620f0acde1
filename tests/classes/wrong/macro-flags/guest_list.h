// heddle: not-linearizable
// SPDX-License-Identifier: Apache-2.0
// GUEST_LIST_ONCE looks for the guest and adds it under two locks. Its value is a macro.
#ifndef GUEST_LIST_H
#define GUEST_LIST_H

#include <stdbool.h>

#define GUEST_LIST_ONCE 0x0200u

typedef struct guest_list guest_list;

guest_list *guest_list_new(void);
void guest_list_free(guest_list *l);
bool guest_list_add(guest_list *l, int guest, unsigned flags);
unsigned guest_list_count(guest_list *l);

#endif
