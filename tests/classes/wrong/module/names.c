// heddle: not-linearizable
// Two names_intern calls with one new name both miss it and give it two numbers.
// SPDX-License-Identifier: Apache-2.0
#include "names.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct name {
	struct name *next;
	int number;
	char text[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct name *names;
static int count;

int names_find(const char *text)
{
	if (!text) {
		return -1;
	}
	int number = -1;
	pthread_mutex_lock(&lock);
	for (struct name *name = names; name; name = name->next) {
		if (strcmp(name->text, text) == 0) {
			number = name->number;
			break;
		}
	}
	pthread_mutex_unlock(&lock);
	return number;
}

int names_intern(const char *text)
{
	if (!text) {
		return -1;
	}
	int number = names_find(text);
	if (number >= 0) {
		return number;
	}

	size_t size = strlen(text) + 1;
	struct name *name = malloc(sizeof *name + size);
	if (!name) {
		return -1;
	}
	memcpy(name->text, text, size);

	pthread_mutex_lock(&lock);
	number = count++;
	name->number = number;
	name->next = names;
	names = name;
	pthread_mutex_unlock(&lock);
	return number;
}

int names_count(void)
{
	pthread_mutex_lock(&lock);
	int total = count;
	pthread_mutex_unlock(&lock);
	return total;
}
