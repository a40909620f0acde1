// SPDX-License-Identifier: Apache-2.0
#ifndef REVIVE_H
#define REVIVE_H

/** Thread-safe. */
typedef struct revive revive;

revive *revive_new(void);
void revive_free(revive *r);
void revive_spoil(revive *r);
void revive_clear(revive *r);
/** Write what is there once more. */
void revive_touch(revive *r);
/** Must not be called while it is spoilt. */
void revive_look(revive *r);

#endif
