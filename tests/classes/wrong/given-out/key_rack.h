// heddle: assertion
// key_rack_lend looks at the first key before it has the lock: two get the same.
// SPDX-License-Identifier: Apache-2.0
#ifndef KEY_RACK_H
#define KEY_RACK_H

/** Keys are lent and returned by any thread. */
typedef struct key_rack key_rack;
typedef struct rack_key rack_key;

key_rack *key_rack_new(void);
void key_rack_free(key_rack *r);
rack_key *key_rack_lend(key_rack *r);
void key_rack_return(key_rack *r, rack_key *k);
int key_rack_lent(key_rack *r);

#endif
