// heddle: none
// SPDX-License-Identifier: Apache-2.0
// A call that does not wait for others fails while they are at work, which no sequential
// order shows.
#ifndef TWO_HALVES_H
#define TWO_HALVES_H

typedef struct two_halves two_halves;

enum two_halves_status { TWO_HALVES_OK, TWO_HALVES_EMPTY, TWO_HALVES_BUSY };

two_halves *two_halves_new(void);
void two_halves_free(two_halves *h);
void two_halves_add(two_halves *h, int n);
enum two_halves_status two_halves_try_swap(two_halves *h);
int two_halves_front(two_halves *h);
int two_halves_back(two_halves *h);

#endif
