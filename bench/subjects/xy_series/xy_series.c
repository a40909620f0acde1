// SPDX-License-Identifier: Apache-2.0
// No locks anywhere. Whatever changes the series ends by walking the list of
// listeners, which another thread may change meanwhile.
#include "xy_series.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define TEXT 32

struct xy_listener {
	int changes;
};

struct pair {
	double x, y;
};

// A list that notices when it is changed under an iterator.
struct list {
	xy_listener **items;
	int count;
	int capacity;
	int changes;
};

struct iterator {
	const struct list *list;
	int next;
	int expected; // changes
};

struct xy_series {
#ifdef FIXED
	pthread_mutex_t monitor;
#endif
	char name[TEXT];
	char description[TEXT];
	struct list listeners;
	struct pair *data;
	int count;
	int capacity;
	int maximum_item_count;
	bool allow_duplicates;
	bool notify;
};

// The repair: every function holds the monitor.
#ifdef FIXED
#define SYNCHRONIZED(object) __attribute__((cleanup(leave), unused)) struct xy_series *held = enter(object)
// Both, always in the same order; the second one may be missing.
#define SYNCHRONIZED_BOTH(a, b) \
	SYNCHRONIZED((b) && (b) < (a) ? (b) : (a)); \
	__attribute__((cleanup(leave), unused)) struct xy_series *held_too = enter((b) && (b) > (a) ? (b) : (a))

static xy_series *enter(xy_series *object)
{
	pthread_mutex_lock(&object->monitor);
	return object;
}

static void leave(xy_series **object)
{
	pthread_mutex_unlock(&(*object)->monitor);
}

static void monitor_init(xy_series *object)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&object->monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

static void monitor_destroy(xy_series *object)
{
	pthread_mutex_destroy(&object->monitor);
}
#else
#define SYNCHRONIZED(object) (void)(object)
#define SYNCHRONIZED_BOTH(a, b) (void)(a), (void)(b)
#define monitor_init(object) (void)(object)
#define monitor_destroy(object) (void)(object)
#endif

static void set_text(char *text, const char *value)
{
	strncpy(text, value ? value : "", TEXT - 1);
}

static size_t get_text(const char *text, char *out, size_t size)
{
	if (size > 0) {
		strncpy(out, text, size - 1);
		out[size - 1] = '\0';
	}
	return strlen(text);
}

// ---- listeners -------------------------------------------------------------

xy_listener *xy_listener_new(void)
{
	return calloc(1, sizeof(xy_listener));
}

void xy_listener_free(xy_listener *listener)
{
	free(listener);
}

static void list_add(struct list *list, xy_listener *listener)
{
	list->changes++;
	if (list->count == list->capacity) {
		list->capacity = list->capacity * 3 / 2 + 1;
		xy_listener **items = realloc(list->items, (size_t)list->capacity * sizeof *items);
		if (!items) {
			abort();
		}
		list->items = items;
	}
	list->items[list->count++] = listener;
}

static int list_remove(struct list *list, const xy_listener *listener)
{
	for (int i = 0; i < list->count; i++) {
		if (list->items[i] == listener) {
			list->changes++;
			memmove(&list->items[i], &list->items[i + 1], (size_t)(list->count - i - 1) * sizeof *list->items);
			list->count--;
			return 0;
		}
	}
	return -1;
}

static struct iterator iterate(const struct list *list)
{
	return (struct iterator){list, 0, list->changes};
}

static bool has_next(const struct iterator *it)
{
	return it->next != it->list->count;
}

static xy_listener *next(struct iterator *it)
{
	assert(it->expected == it->list->changes);
	return it->list->items[it->next++];
}

static void notify_listeners(xy_series *series)
{
	for (struct iterator it = iterate(&series->listeners); has_next(&it);) {
		next(&it)->changes++;
	}
}

int xy_series_add_change_listener(xy_series *series, xy_listener *listener)
{
	SYNCHRONIZED(series);
	if (!listener) {
		return -1;
	}
	list_add(&series->listeners, listener);
	return 0;
}

int xy_series_remove_change_listener(xy_series *series, xy_listener *listener)
{
	SYNCHRONIZED(series);
	return list_remove(&series->listeners, listener);
}

void xy_series_set_notify(xy_series *series, bool notify)
{
	SYNCHRONIZED(series);
	series->notify = notify;
}

void xy_series_fire_series_changed(xy_series *series)
{
	SYNCHRONIZED(series);
	if (series->notify) {
		notify_listeners(series);
	}
}

// ---- making ----------------------------------------------------------------

xy_series *xy_series_new_duplicates(const char *name, bool allow_duplicates)
{
	xy_series *series = calloc(1, sizeof *series);
	if (series) {
		monitor_init(series);
		set_text(series->name, name);
		series->maximum_item_count = 1000;
		series->allow_duplicates = allow_duplicates;
		series->notify = true;
	}
	return series;
}

xy_series *xy_series_new(const char *name)
{
	return xy_series_new_duplicates(name, true);
}

static void insert(xy_series *series, int index, double x, double y)
{
	if (series->count == series->capacity) {
		series->capacity = series->capacity * 3 / 2 + 1;
		struct pair *data = realloc(series->data, (size_t)series->capacity * sizeof *data);
		if (!data) {
			abort();
		}
		series->data = data;
	}
	memmove(&series->data[index + 1], &series->data[index], (size_t)(series->count - index) * sizeof *series->data);
	series->data[index] = (struct pair){x, y};
	series->count++;
}

xy_series *xy_series_create_copy(xy_series *series, int start, int end)
{
	SYNCHRONIZED(series);
	if (start < 0 || end < start || end >= series->count) {
		return NULL;
	}
	xy_series *copy = xy_series_new_duplicates(series->name, series->allow_duplicates);
	for (int i = start; copy && i <= end; i++) {
		insert(copy, copy->count, series->data[i].x, series->data[i].y);
	}
	return copy;
}

xy_series *xy_series_clone(xy_series *series)
{
	SYNCHRONIZED(series);
	return series->count > 0 ? xy_series_create_copy(series, 0, series->count - 1)
	                         : xy_series_new_duplicates(series->name, series->allow_duplicates);
}

void xy_series_free(xy_series *series)
{
	if (series) {
		monitor_destroy(series);
		free(series->listeners.items);
		free(series->data);
		free(series);
	}
}

// ---- texts and numbers -----------------------------------------------------

size_t xy_series_get_name(xy_series *series, char *name, size_t size)
{
	SYNCHRONIZED(series);
	return get_text(series->name, name, size);
}

void xy_series_set_name(xy_series *series, const char *name)
{
	SYNCHRONIZED(series);
	set_text(series->name, name);
}

size_t xy_series_get_description(xy_series *series, char *description, size_t size)
{
	SYNCHRONIZED(series);
	return get_text(series->description, description, size);
}

void xy_series_set_description(xy_series *series, const char *description)
{
	SYNCHRONIZED(series);
	set_text(series->description, description);
}

int xy_series_get_item_count(xy_series *series)
{
	SYNCHRONIZED(series);
	return series->count;
}

int xy_series_get_maximum_item_count(xy_series *series)
{
	SYNCHRONIZED(series);
	return series->maximum_item_count;
}

void xy_series_set_maximum_item_count(xy_series *series, int maximum)
{
	SYNCHRONIZED(series);
	series->maximum_item_count = maximum > 0 ? maximum : 1;
	int excess = series->count - series->maximum_item_count;
	if (excess > 0) {
		xy_series_delete(series, 0, excess - 1);
	}
}

bool xy_series_get_allow_duplicates(xy_series *series)
{
	SYNCHRONIZED(series);
	return series->allow_duplicates;
}

// ---- items -----------------------------------------------------------------

// The first index whose x is not smaller.
static int search(const xy_series *series, double x)
{
	int low = 0, high = series->count;
	while (low < high) {
		int middle = (low + high) / 2;
		if (series->data[middle].x < x) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}

int xy_series_add_notify(xy_series *series, double x, double y, bool notify)
{
	SYNCHRONIZED(series);
	int index = search(series, x);
	if (!series->allow_duplicates && index < series->count && series->data[index].x == x) {
		return -1;
	}
	insert(series, index, x, y);
	if (series->count > series->maximum_item_count) {
		series->count--;
		memmove(&series->data[0], &series->data[1], (size_t)series->count * sizeof *series->data);
	}
	if (notify) {
		xy_series_fire_series_changed(series);
	}
	return 0;
}

int xy_series_add(xy_series *series, double x, double y)
{
	return xy_series_add_notify(series, x, y, true);
}

int xy_series_add_missing(xy_series *series, double x)
{
	return xy_series_add_notify(series, x, 0, true);
}

int xy_series_delete(xy_series *series, int start, int end)
{
	SYNCHRONIZED(series);
	if (start < 0 || end < start || end >= series->count) {
		return -1;
	}
	memmove(&series->data[start], &series->data[end + 1], (size_t)(series->count - end - 1) * sizeof *series->data);
	series->count -= end - start + 1;
	xy_series_fire_series_changed(series);
	return 0;
}

void xy_series_clear(xy_series *series)
{
	SYNCHRONIZED(series);
	if (series->count > 0) {
		series->count = 0;
		xy_series_fire_series_changed(series);
	}
}

double xy_series_get_x(xy_series *series, int index)
{
	SYNCHRONIZED(series);
	return index < 0 || index >= series->count ? 0 : series->data[index].x;
}

double xy_series_get_y(xy_series *series, int index)
{
	SYNCHRONIZED(series);
	return index < 0 || index >= series->count ? 0 : series->data[index].y;
}

int xy_series_update(xy_series *series, int index, double y)
{
	SYNCHRONIZED(series);
	if (index < 0 || index >= series->count) {
		return -1;
	}
	series->data[index].y = y;
	xy_series_fire_series_changed(series);
	return 0;
}

int xy_series_index_of(xy_series *series, double x)
{
	SYNCHRONIZED(series);
	int index = search(series, x);
	return index < series->count && series->data[index].x == x ? index : -1;
}

bool xy_series_equals(xy_series *series, xy_series *other)
{
	SYNCHRONIZED_BOTH(series, other);
	if (series == other) {
		return true;
	}
	if (!other || strcmp(series->name, other->name) != 0 || series->count != other->count) {
		return false;
	}
	for (int i = 0; i < series->count; i++) {
		if (series->data[i].x != other->data[i].x || series->data[i].y != other->data[i].y) {
			return false;
		}
	}
	return true;
}

int xy_series_hash(xy_series *series)
{
	SYNCHRONIZED(series);
	unsigned hash = series->allow_duplicates;
	for (int i = 0; i < series->count; i++) {
		hash = 29 * hash + (unsigned)(series->data[i].x > 0) + 2u * (unsigned)(series->data[i].y > 0);
	}
	return (int)hash;
}
