// heddle: none
// A label is written before it can be seen.
// SPDX-License-Identifier: Apache-2.0
#ifndef LABELS_H
#define LABELS_H

/** Labels are printed and read by any thread. */
typedef struct labels labels;

labels *labels_new(void);
void labels_free(labels *l);
/** The number of the label; negative: there is no room. */
int labels_print(labels *l, int number);
/** The last label; it stays as it is. NULL: there is none. */
const char *labels_last(labels *l);

#endif
