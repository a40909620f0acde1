// heddle: none
// Bells are void pointers.
// SPDX-License-Identifier: Apache-2.0
#ifndef BELL_H
#define BELL_H

void *bell_create(const char *name);
unsigned bell_ring(void *bell);
unsigned bell_rings(const void *bell);
int bell_mute(void *bell, int on);
void bell_destroy(void *bell);

#endif
