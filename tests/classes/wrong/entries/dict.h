// heddle: data-race|not-linearizable|use-after-free
// Bug: dict_entry_release gives the entry back without the lock.
// SPDX-License-Identifier: Apache-2.0
#ifndef DICT_H
#define DICT_H

typedef struct dict dict_t;
typedef struct dict_entry dict_entry_t;

dict_t *dict_new(void);
void dict_free(dict_t *d);
void dict_set(dict_t *d, int key, int value);
int dict_pins(dict_t *d);

/// The entry of a key, made if there is none, pinned for the caller.
dict_entry_t *dict_pin(dict_t *d, int key);
int dict_entry_value(dict_entry_t *e);
/// The caller must not use it any more.
void dict_entry_release(dict_entry_t *e);

#endif
