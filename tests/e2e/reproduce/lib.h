// SPDX-License-Identifier: Apache-2.0
// A list with a bug of each kind, for heddle reproduce.
#ifndef LIB_H
#define LIB_H

typedef struct lib lib;

lib *lib_new(void);
void lib_free(lib *l);
int lib_push(lib *l, int value);
int lib_pop(lib *l);
int lib_first(lib *l); /* null dereference, if it is emptied meanwhile */
int lib_third(lib *l); /* fails with one thread, too: there may be two */
int lib_left(lib *l);  /* deadlock with lib_right */
int lib_right(lib *l);
int lib_check(lib *l); /* aborts in a function of its own */
int lib_size(lib *l);

#endif
