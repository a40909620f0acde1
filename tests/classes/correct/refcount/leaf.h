// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef LEAF_H
#define LEAF_H

/** A leaf of paper that several hold. Whoever owns a reference may ref and unref it. */
typedef struct leaf leaf;

leaf *leaf_new(int number);
leaf *leaf_ref(leaf *l);
void leaf_unref(leaf *l);
int leaf_number(const leaf *l);

#endif
