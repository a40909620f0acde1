// heddle: none
// SPDX-License-Identifier: Apache-2.0
// A list of tasks. A task is run outside of the lock of the list, and may use the list itself.
#ifndef TASKS_H
#define TASKS_H

typedef struct tasks tasks;
typedef void (*task_fn)(void *argument);

tasks *tasks_create(void);
void tasks_destroy(tasks *t);
int tasks_add(tasks *t, task_fn run, void *argument);
int tasks_run_next(tasks *t); /* 1 if there was one */
int tasks_count(tasks *t);

#endif
