// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "settings.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct setting {
	struct setting *next;
	char *name;
	char *value;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock; // made by the first call of any function
static struct setting *settings;
static int count;

// With the lock held, or before anybody else can be here.
static struct setting **find(const char *name)
{
	struct setting **link = &settings;
	while (*link && strcmp((*link)->name, name) != 0) {
		link = &(*link)->next;
	}
	return link;
}

static void free_setting(struct setting *setting)
{
	if (!setting) {
		return;
	}
	free(setting->name);
	free(setting->value);
	free(setting);
}

static struct setting *make(const char *name, const char *value)
{
	struct setting *setting = calloc(1, sizeof *setting);
	if (!setting) {
		return NULL;
	}
	setting->name = strdup(name);
	setting->value = strdup(value);
	if (!setting->name || !setting->value) {
		free_setting(setting);
		return NULL;
	}
	return setting;
}

// Puts it in place of the one of the same name, which is returned; with the lock held.
static struct setting *place(struct setting *setting)
{
	struct setting **link = find(setting->name);
	struct setting *old = *link;
	setting->next = old ? old->next : NULL;
	*link = setting;
	count += !old;
	return old;
}

static void make_defaults(void)
{
	static const char *const defaults[][2] = {{"language", "en"}, {"theme", "light"}};
	pthread_mutex_init(&lock, NULL);
	for (size_t i = 0; i < sizeof defaults / sizeof defaults[0]; i++) {
		struct setting *setting = make(defaults[i][0], defaults[i][1]);
		if (setting) {
			place(setting);
		}
	}
}

static void enter(void)
{
	pthread_once(&once, make_defaults);
	pthread_mutex_lock(&lock);
}

static void leave(void)
{
	pthread_mutex_unlock(&lock);
}

int settings_set(const char *name, const char *value)
{
	struct setting *setting = name && value ? make(name, value) : NULL;
	if (!setting) {
		return -1;
	}
	enter();
	struct setting *old = place(setting);
	leave();
	free_setting(old);
	return 0;
}

int settings_get(const char *name, char *buffer, size_t size)
{
	if (!name) {
		return -1;
	}
	int length = -1;
	enter();
	struct setting *setting = *find(name);
	if (setting) {
		length = (int)strlen(setting->value);
		if (buffer && size > 0) {
			size_t copied = (size_t)length < size ? (size_t)length : size - 1;
			memcpy(buffer, setting->value, copied);
			buffer[copied] = '\0';
		}
	}
	leave();
	return length;
}

bool settings_is(const char *name, const char *value)
{
	if (!name || !value) {
		return false;
	}
	enter();
	struct setting *setting = *find(name);
	bool equal = setting && strcmp(setting->value, value) == 0;
	leave();
	return equal;
}

int settings_unset(const char *name)
{
	if (!name) {
		return -1;
	}
	enter();
	struct setting **link = find(name);
	struct setting *setting = *link;
	if (setting) {
		*link = setting->next;
		count--;
	}
	leave();
	if (!setting) {
		return -1;
	}
	free_setting(setting);
	return 0;
}

int settings_count(void)
{
	enter();
	int total = count;
	leave();
	return total;
}
