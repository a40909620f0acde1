// heddle: not-linearizable
// almanac_day remembers its last answer in two steps.
// SPDX-License-Identifier: Apache-2.0
#ifndef ALMANAC_H
#define ALMANAC_H

/**
 * Names of days. Filled by one thread; after that, threads may read it at the same time:
 * concurrent lookups are fine.
 */
typedef struct almanac almanac;

almanac *almanac_new(void);
void almanac_free(almanac *a);
void almanac_set(almanac *a, int day, int saint);
/** The saint of a day; 0: none. */
int almanac_day(const almanac *a, int day);

#endif
