// SPDX-License-Identifier: Apache-2.0
#include "tasks.h"

#include <pthread.h>
#include <stdlib.h>

struct task {
	struct task *next;
	task_fn run;
	void *argument;
};

struct tasks {
	pthread_mutex_t lock;
	struct task *first, **end;
	int count;
};

tasks *tasks_create(void)
{
	tasks *t = calloc(1, sizeof(*t));

	if (t) {
		pthread_mutex_init(&t->lock, NULL);
		t->end = &t->first;
	}
	return t;
}

void tasks_destroy(tasks *t)
{
	while (t->first) {
		struct task *next = t->first->next;
		free(t->first);
		t->first = next;
	}
	pthread_mutex_destroy(&t->lock);
	free(t);
}

int tasks_add(tasks *t, task_fn run, void *argument)
{
	struct task *new = run ? malloc(sizeof(*new)) : NULL;

	if (!new) {
		return -1;
	}
	*new = (struct task){.run = run, .argument = argument};
	pthread_mutex_lock(&t->lock);
	*t->end = new;
	t->end = &new->next;
	t->count++;
	pthread_mutex_unlock(&t->lock);
	return 0;
}

int tasks_run_next(tasks *t)
{
	pthread_mutex_lock(&t->lock);
	struct task *task = t->first;
	if (task) {
		t->first = task->next;
		t->end = t->first ? t->end : &t->first;
		t->count--;
	}
	pthread_mutex_unlock(&t->lock);
	if (!task) {
		return 0;
	}
	task->run(task->argument);
	free(task);
	return 1;
}

int tasks_count(tasks *t)
{
	pthread_mutex_lock(&t->lock);
	int count = t->count;
	pthread_mutex_unlock(&t->lock);
	return count;
}
