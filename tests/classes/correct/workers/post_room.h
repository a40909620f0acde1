// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef POST_ROOM_H
#define POST_ROOM_H

#include <stddef.h>

/** A thread that runs jobs in the order in which they come. From any thread, and from jobs. */
typedef struct post_room post_room;
typedef int post_job(void *data);

post_room *post_room_start(void);
void post_room_stop(post_room *p);
/** Runs the job in the room's thread and waits for it; a job that asks for another gets it
 * run at once. */
int post_room_call(post_room *p, post_job *job, void *data);
int post_room_calls(post_room *p);

#endif
