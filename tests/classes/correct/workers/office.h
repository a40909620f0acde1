// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef OFFICE_H
#define OFFICE_H

#include <stddef.h>

/** Threads that run jobs. Jobs are given from any thread. A job must be there. */
typedef struct office office;
typedef void office_job(void *data);

office *office_new(void);
/** Runs what was given, then ends the threads. */
void office_free(office *o);
int office_give(office *o, office_job *job, void *data);
/** Until all jobs are done. */
void office_wait(office *o);
int office_done(office *o);

#endif
