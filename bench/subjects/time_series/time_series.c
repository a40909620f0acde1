// SPDX-License-Identifier: Apache-2.0
// No locks anywhere. The list makes room for an item and counts it before the
// item is there, and other threads search it.
#include "time_series.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define TEXT 32

struct time_series_listener {
	int changes;
};

// Never freed before the series: whoever is removed is only forgotten.
struct subscription {
	struct subscription *next;
	time_series_listener *listener;
};

// A growable list of items; slots beyond the last are NULL.
struct list {
	struct time_series_item **items;
	int count;
	int capacity;
};

struct time_series {
#ifdef FIXED
	pthread_mutex_t monitor;
#endif
	char name[TEXT];
	char description[TEXT];
	char domain[TEXT];
	char range[TEXT];
	struct list data;
	int maximum_item_count;
	int history_count;
	struct subscription *listeners;
	bool notify;
};

// The repair: every function holds the monitor.
#ifdef FIXED
#define SYNCHRONIZED(series) __attribute__((cleanup(leave), unused)) time_series *held = enter(series)
// Both, always in the same order; the second one may be missing.
#define SYNCHRONIZED_BOTH(a, b) \
	SYNCHRONIZED((b) && (b) < (a) ? (b) : (a)); \
	__attribute__((cleanup(leave), unused)) time_series *held_too = enter((b) && (b) > (a) ? (b) : (a))

static time_series *enter(time_series *series)
{
	pthread_mutex_lock(&series->monitor);
	return series;
}

static void leave(time_series **series)
{
	pthread_mutex_unlock(&(*series)->monitor);
}
#else
#define SYNCHRONIZED(series) (void)(series)
#define SYNCHRONIZED_BOTH(a, b) (void)(a), (void)(b)
#endif

static void set_text(char *text, const char *value)
{
	strncpy(text, value ? value : "", TEXT - 1);
}

// ---- the list --------------------------------------------------------------

static struct time_series_item *list_get(const struct list *list, int index)
{
	return list->items[index];
}

static void list_insert(struct list *list, int index, struct time_series_item *item)
{
	if (list->count == list->capacity) {
		int capacity = list->capacity * 3 / 2 + 1;
		struct time_series_item **items = calloc((size_t)capacity, sizeof *items);
		if (!items) {
			abort();
		}
		if (list->count > 0) {
			memcpy(items, list->items, (size_t)list->count * sizeof *items);
		}
		struct time_series_item **old = list->items;
		list->items = items;
		list->capacity = capacity;
		free(old);
	}
	int moved = list->count++ - index;
	if (moved > 0) {
		memmove(&list->items[index + 1], &list->items[index], (size_t)moved * sizeof *list->items);
	}
	list->items[index] = item;
}

static void list_remove(struct list *list, int index)
{
	struct time_series_item *gone = list->items[index];
	int moved = --list->count - index;
	if (moved > 0) {
		memmove(&list->items[index], &list->items[index + 1], (size_t)moved * sizeof *list->items);
	}
	list->items[list->count] = NULL;
	free(gone);
}

// The index of the day, or -1 minus the index where it belongs.
static int list_search(const struct list *list, int day)
{
	int low = 0, high = list->count - 1;
	while (low <= high) {
		int middle = (low + high) / 2;
		int here = list_get(list, middle)->day;
		if (here < day) {
			low = middle + 1;
		} else if (here > day) {
			high = middle - 1;
		} else {
			return middle;
		}
	}
	return -(low + 1);
}

static struct time_series_item *new_item(int day, double value)
{
	struct time_series_item *item = malloc(sizeof *item);
	if (!item) {
		abort();
	}
	*item = (struct time_series_item){day, value};
	return item;
}

// ---- listeners -------------------------------------------------------------

time_series_listener *time_series_listener_new(void)
{
	return calloc(1, sizeof(time_series_listener));
}

void time_series_listener_free(time_series_listener *listener)
{
	free(listener);
}

int time_series_add_change_listener(time_series *series, time_series_listener *listener)
{
	SYNCHRONIZED(series);
	struct subscription *subscription = listener ? malloc(sizeof *subscription) : NULL;
	if (!subscription) {
		return -1;
	}
	*subscription = (struct subscription){series->listeners, listener};
	series->listeners = subscription;
	return 0;
}

void time_series_remove_change_listener(time_series *series, time_series_listener *listener)
{
	SYNCHRONIZED(series);
	struct subscription *subscription = series->listeners;
	while (subscription && subscription->listener != listener) {
		subscription = subscription->next;
	}
	if (subscription) {
		subscription->listener = NULL;
	}
}

void time_series_fire_series_changed(time_series *series)
{
	SYNCHRONIZED(series);
	struct subscription *subscription = series->notify ? series->listeners : NULL;
	for (; subscription; subscription = subscription->next) {
		time_series_listener *listener = subscription->listener;
		if (listener) {
			listener->changes++;
		}
	}
}

// ---- making ----------------------------------------------------------------

time_series *time_series_new_described(const char *name, const char *domain, const char *range)
{
	time_series *series = calloc(1, sizeof *series);
	if (!series) {
		return NULL;
	}
	set_text(series->name, name);
	set_text(series->domain, domain);
	set_text(series->range, range);
	series->maximum_item_count = 1000;
	series->notify = true;
#ifdef FIXED
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&series->monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
#endif
	return series;
}

time_series *time_series_new(const char *name)
{
	return time_series_new_described(name, "Time", "Value");
}

time_series *time_series_create_copy(time_series *series, int start, int end)
{
	SYNCHRONIZED(series);
	if (start < 0 || end < start || end >= series->data.count) {
		return NULL;
	}
	time_series *copy = time_series_new_described(series->name, series->domain, series->range);
	for (int i = start; copy && i <= end; i++) {
		struct time_series_item *item = list_get(&series->data, i);
		list_insert(&copy->data, copy->data.count, new_item(item->day, item->value));
	}
	return copy;
}

time_series *time_series_create_copy_of_days(time_series *series, int first, int last)
{
	SYNCHRONIZED(series);
	int start = list_search(&series->data, first);
	int end = list_search(&series->data, last);
	start = start < 0 ? -(start + 1) : start;
	end = end < 0 ? -(end + 1) - 1 : end;
	return time_series_create_copy(series, start, end);
}

time_series *time_series_clone(time_series *series)
{
	SYNCHRONIZED(series);
	time_series *copy = time_series_new_described(series->name, series->domain, series->range);
	for (int i = 0; copy && i < series->data.count; i++) {
		struct time_series_item *item = list_get(&series->data, i);
		list_insert(&copy->data, copy->data.count, new_item(item->day, item->value));
	}
	return copy;
}

void time_series_free(time_series *series)
{
	if (!series) {
		return;
	}
#ifdef FIXED
	pthread_mutex_destroy(&series->monitor);
#endif
	for (int i = 0; i < series->data.count; i++) {
		free(series->data.items[i]);
	}
	free(series->data.items);
	while (series->listeners) {
		struct subscription *subscription = series->listeners;
		series->listeners = subscription->next;
		free(subscription);
	}
	free(series);
}

// ---- texts and numbers -----------------------------------------------------

const char *time_series_get_name(time_series *series)
{
	SYNCHRONIZED(series);
	return series->name;
}

void time_series_set_name(time_series *series, const char *name)
{
	SYNCHRONIZED(series);
	set_text(series->name, name);
	time_series_fire_series_changed(series);
}

const char *time_series_get_description(time_series *series)
{
	SYNCHRONIZED(series);
	return series->description;
}

void time_series_set_description(time_series *series, const char *description)
{
	SYNCHRONIZED(series);
	set_text(series->description, description);
	time_series_fire_series_changed(series);
}

const char *time_series_get_domain_description(time_series *series)
{
	SYNCHRONIZED(series);
	return series->domain;
}

void time_series_set_domain_description(time_series *series, const char *description)
{
	SYNCHRONIZED(series);
	set_text(series->domain, description);
	time_series_fire_series_changed(series);
}

const char *time_series_get_range_description(time_series *series)
{
	SYNCHRONIZED(series);
	return series->range;
}

void time_series_set_range_description(time_series *series, const char *description)
{
	SYNCHRONIZED(series);
	set_text(series->range, description);
	time_series_fire_series_changed(series);
}

int time_series_get_maximum_item_count(time_series *series)
{
	SYNCHRONIZED(series);
	return series->maximum_item_count;
}

void time_series_set_maximum_item_count(time_series *series, int maximum)
{
	SYNCHRONIZED(series);
	series->maximum_item_count = maximum > 0 ? maximum : 1;
	while (series->data.count > series->maximum_item_count) {
		list_remove(&series->data, 0);
	}
}

int time_series_get_history_count(time_series *series)
{
	SYNCHRONIZED(series);
	return series->history_count;
}

void time_series_set_history_count(time_series *series, int days)
{
	SYNCHRONIZED(series);
	series->history_count = days;
	time_series_age_history_count_items(series);
}

void time_series_age_history_count_items(time_series *series)
{
	SYNCHRONIZED(series);
	if (series->data.count > 1 && series->history_count > 0) {
		long last = list_get(&series->data, series->data.count - 1)->day;
		while (last - list_get(&series->data, 0)->day >= series->history_count) {
			list_remove(&series->data, 0);
		}
	}
}

// ---- reading items ---------------------------------------------------------

int time_series_get_item_count(time_series *series)
{
	SYNCHRONIZED(series);
	return series->data.count;
}

int time_series_get_data_item(time_series *series, int index, struct time_series_item *item)
{
	SYNCHRONIZED(series);
	if (index < 0 || index >= series->data.count || !item) {
		return -1;
	}
	*item = *list_get(&series->data, index);
	return 0;
}

int time_series_get_data_pair(time_series *series, int day, struct time_series_item *item)
{
	SYNCHRONIZED(series);
	int index = list_search(&series->data, day);
	return index < 0 ? -1 : time_series_get_data_item(series, index, item);
}

int time_series_get_time_period(time_series *series, int index)
{
	SYNCHRONIZED(series);
	return index < 0 || index >= series->data.count ? -1 : list_get(&series->data, index)->day;
}

int time_series_get_next_time_period(time_series *series)
{
	SYNCHRONIZED(series);
	int n = series->data.count;
	return n == 0 ? 0 : (int)((unsigned)list_get(&series->data, n - 1)->day + 1u);
}

static int count_days(time_series *series, time_series *other, bool known)
{
	int n = 0;
	for (int i = 0; i < other->data.count; i++) {
		n += (list_search(&series->data, list_get(&other->data, i)->day) >= 0) == known;
	}
	return n;
}

int time_series_get_common_days(time_series *series, time_series *other)
{
	SYNCHRONIZED_BOTH(series, other);
	return other ? count_days(series, other, true) : -1;
}

int time_series_get_unique_days(time_series *series, time_series *other)
{
	SYNCHRONIZED_BOTH(series, other);
	return other ? count_days(series, other, false) : -1;
}

int time_series_get_index(time_series *series, int day)
{
	SYNCHRONIZED(series);
	return list_search(&series->data, day);
}

double time_series_get_value(time_series *series, int index)
{
	SYNCHRONIZED(series);
	return index < 0 || index >= series->data.count ? 0 : list_get(&series->data, index)->value;
}

double time_series_get_value_of_day(time_series *series, int day)
{
	SYNCHRONIZED(series);
	int index = list_search(&series->data, day);
	return index < 0 ? 0 : list_get(&series->data, index)->value;
}

// ---- changing items --------------------------------------------------------

int time_series_add_item(time_series *series, struct time_series_item item)
{
	SYNCHRONIZED(series);
	int index = list_search(&series->data, item.day);
	if (index >= 0) {
		return -1;
	}
	list_insert(&series->data, -(index + 1), new_item(item.day, item.value));
	if (series->data.count > series->maximum_item_count) {
		list_remove(&series->data, 0);
	}
	time_series_age_history_count_items(series);
	time_series_fire_series_changed(series);
	return 0;
}

int time_series_add(time_series *series, int day, double value)
{
	return time_series_add_item(series, (struct time_series_item){day, value});
}

int time_series_add_number(time_series *series, int day, int value)
{
	return time_series_add_item(series, (struct time_series_item){day, value});
}

int time_series_update(time_series *series, int day, double value)
{
	SYNCHRONIZED(series);
	int index = list_search(&series->data, day);
	return index < 0 ? -1 : time_series_update_item(series, index, value);
}

int time_series_update_item(time_series *series, int index, double value)
{
	SYNCHRONIZED(series);
	if (index < 0 || index >= series->data.count) {
		return -1;
	}
	list_get(&series->data, index)->value = value;
	time_series_fire_series_changed(series);
	return 0;
}

double time_series_add_or_update(time_series *series, int day, double value)
{
	SYNCHRONIZED(series);
	int index = list_search(&series->data, day);
	if (index < 0) {
		time_series_add(series, day, value);
		return 0;
	}
	double old = list_get(&series->data, index)->value;
	time_series_update_item(series, index, value);
	return old;
}

int time_series_add_and_or_update(time_series *series, time_series *other)
{
	SYNCHRONIZED_BOTH(series, other);
	int changed = 0;
	for (int i = 0; other && i < other->data.count; i++) {
		struct time_series_item item = *list_get(&other->data, i);
		changed += list_search(&series->data, item.day) >= 0;
		time_series_add_or_update(series, item.day, item.value);
	}
	return changed;
}

void time_series_clear(time_series *series)
{
	SYNCHRONIZED(series);
	if (series->data.count > 0) {
		while (series->data.count > 0) {
			list_remove(&series->data, series->data.count - 1);
		}
		time_series_fire_series_changed(series);
	}
}

void time_series_delete(time_series *series, int day)
{
	SYNCHRONIZED(series);
	int index = list_search(&series->data, day);
	if (index >= 0) {
		list_remove(&series->data, index);
		time_series_fire_series_changed(series);
	}
}

int time_series_delete_range(time_series *series, int start, int end)
{
	SYNCHRONIZED(series);
	if (start < 0 || end < start || end >= series->data.count) {
		return -1;
	}
	for (int i = start; i <= end; i++) {
		list_remove(&series->data, start);
	}
	time_series_fire_series_changed(series);
	return 0;
}

// ---- comparing -------------------------------------------------------------

bool time_series_equals(time_series *series, time_series *other)
{
	SYNCHRONIZED_BOTH(series, other);
	if (series == other) {
		return true;
	}
	if (!other || strcmp(series->name, other->name) != 0 || strcmp(series->domain, other->domain) != 0 ||
		strcmp(series->range, other->range) != 0 || series->data.count != other->data.count) {
		return false;
	}
	for (int i = 0; i < series->data.count; i++) {
		struct time_series_item *a = list_get(&series->data, i), *b = list_get(&other->data, i);
		if (a->day != b->day || a->value != b->value) {
			return false;
		}
	}
	return true;
}

int time_series_hash(time_series *series)
{
	SYNCHRONIZED(series);
	unsigned hash = 0;
	for (const char *c = series->name; *c; c++) {
		hash = 31 * hash + (unsigned char)*c;
	}
	for (int i = 0; i < series->data.count; i++) {
		hash = 29 * hash + (unsigned)list_get(&series->data, i)->day;
	}
	return (int)hash;
}
