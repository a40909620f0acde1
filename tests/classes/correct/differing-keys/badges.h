// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef BADGES_H
#define BADGES_H

#include <stdbool.h>
#include <stdint.h>

#define BADGE_BYTES 8

typedef struct badges badges_t;

badges_t *badges_new(void);
void badges_free(badges_t *b);
// Who comes in; false: there is no room. Any thread may call it.
bool badges_enter(badges_t *b, const uint8_t badge[BADGE_BYTES]);
unsigned badges_inside(badges_t *b);

#endif
