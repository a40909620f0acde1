// heddle: not-linearizable|assertion|out-of-bounds
// letter_tray_wait takes a letter after a wait without looking whether there is one.
// SPDX-License-Identifier: Apache-2.0
#ifndef LETTER_TRAY_H
#define LETTER_TRAY_H

/** Letters for whoever polls the tray. Any thread may put and wait. */
typedef struct letter_tray letter_tray;

letter_tray *letter_tray_new(void);
void letter_tray_free(letter_tray *t);
/** False: there are eight already. */
int letter_tray_put(letter_tray *t, int letter);
/** Waits at most so many milliseconds; -1: no letter came. */
int letter_tray_wait(letter_tray *t, unsigned milliseconds);

#endif
