// SPDX-License-Identifier: Apache-2.0
// Who is logged in, and for how long. Thread-safe.
#ifndef SESSIONS_H
#define SESSIONS_H

#include <stddef.h>

typedef struct sessions sessions;

/** An empty table, NULL when there is no memory. */
sessions *sessions_new(void);

/** Free it. No other thread may use it any more. */
void sessions_free(sessions *table);

/** Log a user in for some minutes; -1 when that is not possible. */
int sessions_open(sessions *table, const char *user, int minutes);

/** Log a user out; -1 when there is no such session. */
int sessions_close(sessions *table, const char *user);

/** Start the minutes of a session again; -1 when there is no such session. */
int sessions_touch(sessions *table, const char *user, int minutes);

/** A minute is over: sessions that have none left are closed. */
void sessions_tick(sessions *table);

/** How many minutes are left; -1 when there is no such session. */
int sessions_left(sessions *table, const char *user);

/** How many sessions there are. */
size_t sessions_count(sessions *table);

#endif
