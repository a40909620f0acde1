// SPDX-License-Identifier: Apache-2.0
// Pairs of numbers in the order of x, with listeners.
#ifndef XY_SERIES_H
#define XY_SERIES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct xy_series xy_series;
typedef struct xy_listener xy_listener;

/** Someone who counts changes; NULL when there is no memory. */
xy_listener *xy_listener_new(void);

/** Free the listener. No series may know it any more. */
void xy_listener_free(xy_listener *listener);

/** An empty series that allows an x twice; NULL when there is no memory. */
xy_series *xy_series_new(const char *name);

/** An empty series. */
xy_series *xy_series_new_duplicates(const char *name, bool allow_duplicates);

/** A copy of the items in a range of indices; NULL when it is wrong. */
xy_series *xy_series_create_copy(xy_series *series, int start, int end);

/** A copy of all, without listeners. */
xy_series *xy_series_clone(xy_series *series);

/** Free the series. */
void xy_series_free(xy_series *series);

/** The name; how long it is. */
size_t xy_series_get_name(xy_series *series, char *name, size_t size);

/** Set the name. */
void xy_series_set_name(xy_series *series, const char *name);

/** The description; how long it is. */
size_t xy_series_get_description(xy_series *series, char *description, size_t size);

/** Set the description. */
void xy_series_set_description(xy_series *series, const char *description);

/** How many items there are. */
int xy_series_get_item_count(xy_series *series);

/** How many items are kept. */
int xy_series_get_maximum_item_count(xy_series *series);

/** Set how many items are kept: the first go first. */
void xy_series_set_maximum_item_count(xy_series *series, int maximum);

/** Whether an x may be there twice. */
bool xy_series_get_allow_duplicates(xy_series *series);

/** Add a pair; -1 when its x is there and must not be twice. */
int xy_series_add(xy_series *series, double x, double y);

/** Add a pair, telling the listeners or not. */
int xy_series_add_notify(xy_series *series, double x, double y, bool notify);

/** Add an x without a y. */
int xy_series_add_missing(xy_series *series, double x);

/** Remove the items of a range of indices; -1 when it is wrong. */
int xy_series_delete(xy_series *series, int start, int end);

/** Remove all items. */
void xy_series_clear(xy_series *series);

/** The x of an item; 0 when there is none. */
double xy_series_get_x(xy_series *series, int index);

/** The y of an item; 0 when there is none. */
double xy_series_get_y(xy_series *series, int index);

/** Set the y of an item; -1 when there is none. */
int xy_series_update(xy_series *series, int index, double y);

/** The index of an x; -1 when there is none. */
int xy_series_index_of(xy_series *series, double x);

/** Whether another series has the same name and items. */
bool xy_series_equals(xy_series *series, xy_series *other);

/** A hash of the items. */
int xy_series_hash(xy_series *series);

/** Tell a listener of changes; -1 when it is NULL. */
int xy_series_add_change_listener(xy_series *series, xy_listener *listener);

/** Tell it no more; -1 when it was not told. */
int xy_series_remove_change_listener(xy_series *series, xy_listener *listener);

/** Whether listeners are told at all. */
void xy_series_set_notify(xy_series *series, bool notify);

/** Tell all listeners. */
void xy_series_fire_series_changed(xy_series *series);

#endif
