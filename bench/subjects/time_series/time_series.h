// SPDX-License-Identifier: Apache-2.0
// Values in the order of their days.
#ifndef TIME_SERIES_H
#define TIME_SERIES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct time_series time_series;
typedef struct time_series_listener time_series_listener;

/** A day and its value. */
struct time_series_item {
	int day;
	double value;
};

/** Someone who counts changes; NULL when there is no memory. */
time_series_listener *time_series_listener_new(void);

/** Free the listener. No series may know it any more. */
void time_series_listener_free(time_series_listener *listener);

/** An empty series; NULL when there is no memory. */
time_series *time_series_new(const char *name);

/** An empty series with descriptions. */
time_series *time_series_new_described(const char *name, const char *domain, const char *range);

/** A copy of the items in a range of indices; NULL when the range is wrong. */
time_series *time_series_create_copy(time_series *series, int start, int end);

/** A copy of the items in a range of days; NULL when the range is wrong. */
time_series *time_series_create_copy_of_days(time_series *series, int first, int last);

/** A copy of all. */
time_series *time_series_clone(time_series *series);

/** Free the series. */
void time_series_free(time_series *series);

/** The name. */
const char *time_series_get_name(time_series *series);

/** Set the name. */
void time_series_set_name(time_series *series, const char *name);

/** The description. */
const char *time_series_get_description(time_series *series);

/** Set the description. */
void time_series_set_description(time_series *series, const char *description);

/** What the days are. */
const char *time_series_get_domain_description(time_series *series);

/** Set what the days are. */
void time_series_set_domain_description(time_series *series, const char *description);

/** What the values are. */
const char *time_series_get_range_description(time_series *series);

/** Set what the values are. */
void time_series_set_range_description(time_series *series, const char *description);

/** How many items there are. */
int time_series_get_item_count(time_series *series);

/** The day and value of an item; -1 when there is none. */
int time_series_get_data_item(time_series *series, int index, struct time_series_item *item);

/** The day and value of a day; -1 when there is none. */
int time_series_get_data_pair(time_series *series, int day, struct time_series_item *item);

/** The day of an item; -1 when there is none. */
int time_series_get_time_period(time_series *series, int index);

/** The day after the last; 0 when there is none. */
int time_series_get_next_time_period(time_series *series);

/** How many days are of both series. */
int time_series_get_common_days(time_series *series, time_series *other);

/** How many days of another series are not of this one. */
int time_series_get_unique_days(time_series *series, time_series *other);

/** The index of a day; negative when there is none. */
int time_series_get_index(time_series *series, int day);

/** The value of an item; 0 when there is none. */
double time_series_get_value(time_series *series, int index);

/** The value of a day; 0 when there is none. */
double time_series_get_value_of_day(time_series *series, int day);

/** How many items are kept. */
int time_series_get_maximum_item_count(time_series *series);

/** Set how many items are kept: the oldest go first. */
void time_series_set_maximum_item_count(time_series *series, int maximum);

/** How many days back items are kept; 0: all. */
int time_series_get_history_count(time_series *series);

/** Set how many days back items are kept. */
void time_series_set_history_count(time_series *series, int days);

/** Remove items that are too old. */
void time_series_age_history_count_items(time_series *series);

/** Add an item; -1 when its day has one already. */
int time_series_add_item(time_series *series, struct time_series_item item);

/** Add the value of a day; -1 when it has one already. */
int time_series_add(time_series *series, int day, double value);

/** Add a whole number; -1 when the day has a value already. */
int time_series_add_number(time_series *series, int day, int value);

/** Change the value of a day; -1 when it has none. */
int time_series_update(time_series *series, int day, double value);

/** Change the value of an item; -1 when there is none. */
int time_series_update_item(time_series *series, int index, double value);

/** Add or change the value of a day; the old one, or 0. */
double time_series_add_or_update(time_series *series, int day, double value);

/** Add or change the values of all days of another series; how many were changed. */
int time_series_add_and_or_update(time_series *series, time_series *other);

/** Remove all items. */
void time_series_clear(time_series *series);

/** Remove a day, if it is there. */
void time_series_delete(time_series *series, int day);

/** Remove the items of a range of indices; -1 when it is wrong. */
int time_series_delete_range(time_series *series, int start, int end);

/** Whether another series has the same name, descriptions and items. */
bool time_series_equals(time_series *series, time_series *other);

/** A hash of the name and the items. */
int time_series_hash(time_series *series);

/** Tell a listener of changes; -1 when it is NULL. */
int time_series_add_change_listener(time_series *series, time_series_listener *listener);

/** Tell it no more. */
void time_series_remove_change_listener(time_series *series, time_series_listener *listener);

/** Tell all listeners. */
void time_series_fire_series_changed(time_series *series);

#endif
