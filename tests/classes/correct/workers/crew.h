// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef CREW_H
#define CREW_H

/** Threads that do jobs. A job must not use the crew it runs in: what it asks is refused. */
typedef struct crew crew;

/** One thing to do. */
typedef void (*crew_job)(void *argument);

/** Make a crew of 1 to 4 threads; NULL when the number is wrong or there is no memory. */
crew *crew_new(int threads);

/** Do the jobs that are left, stop the threads, free the crew. No other thread may use it any more.
 */
void crew_free(crew *crew);

/** Give the crew a job to do some time later; -1 when there is none, no memory, or the caller is a
 * job. */
int crew_submit(crew *crew, crew_job job, void *argument);

/** Wait until no job is left to do; -1 when the caller is a job. @heddle blocking */
int crew_wait(crew *crew);

/** How many jobs are not finished: weakly consistent; @heddle weak */
int crew_unfinished(crew *crew);

/** How many jobs were submitted so far; -1 when the caller is a job. */
int crew_submitted(crew *crew);

#endif
