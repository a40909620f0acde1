// heddle: double-free
// Two session_rename calls read the same old name and both free it.
// SPDX-License-Identifier: Apache-2.0
#ifndef SESSION_H
#define SESSION_H

#include <stddef.h>

/** A session; the type behind it is private. */
typedef struct session_state *session_t;

/** Open a session of the name "guest"; NULL when there is no memory. */
session_t session_open(void);

/** Close the session. No other thread may use it any more. */
void session_close(session_t session);

/** Give the session another name; -1 when there is no memory or no name. */
int session_rename(session_t session, const char *name);

/** How long the name is. */
size_t session_name_length(session_t session);

/** How many times the session was renamed. */
unsigned session_renames(session_t session);

#endif
