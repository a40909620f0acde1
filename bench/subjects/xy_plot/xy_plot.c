// SPDX-License-Identifier: Apache-2.0
// No locks anywhere. xy_plot_clone iterates over the maps of the plot, which
// functions like xy_plot_map_dataset_to_domain_axis change meanwhile.
#include "xy_plot.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define TEXT 16

struct plot_listener {
	int changes;
};

// Never freed before the plot: whoever is removed is only forgotten.
struct subscription {
	struct subscription *next;
	plot_listener *listener;
};

#define SLOTS 4

// A map of numbers in the order of its keys, which notices when it is changed
// under an iterator.
struct map_entry {
	int key, value;
};

struct map {
	struct map_entry *entries;
	int count;
	int capacity;
	int changes;
};

struct iterator {
	const struct map *map;
	int next;
	int expected; // changes
};

struct xy_plot {
#ifdef FIXED
	pthread_mutex_t monitor;
#endif
	struct subscription *listeners;
	bool notify;
	char no_data_message[TEXT];
	int no_data_message_font;
	unsigned no_data_message_paint;
	double insets;
	unsigned background_paint;
	float background_alpha;
	int background_image;
	int background_image_alignment;
	float background_image_alpha;
	float foreground_alpha;
	bool outline_visible;
	float outline_stroke;
	unsigned outline_paint;
	int drawing_supplier;
	int parent;
	int dataset_group;
	int orientation;
	double axis_offset;
	int weight;
	int dataset_rendering_order;
	int series_rendering_order;
	int fixed_domain_axis_space;
	int fixed_range_axis_space;
	int fixed_legend_items;
	double quadrant_origin_x;
	double quadrant_origin_y;
	bool domain_pannable;
	bool range_pannable;
	bool domain_gridlines_visible;
	float domain_gridline_stroke;
	unsigned domain_gridline_paint;
	bool domain_minor_gridlines_visible;
	float domain_minor_gridline_stroke;
	unsigned domain_minor_gridline_paint;
	bool domain_zero_baseline_visible;
	float domain_zero_baseline_stroke;
	unsigned domain_zero_baseline_paint;
	bool domain_crosshair_visible;
	bool domain_crosshair_locked_on_data;
	double domain_crosshair_value;
	float domain_crosshair_stroke;
	unsigned domain_crosshair_paint;
	unsigned domain_tick_band_paint;
	bool range_gridlines_visible;
	float range_gridline_stroke;
	unsigned range_gridline_paint;
	bool range_minor_gridlines_visible;
	float range_minor_gridline_stroke;
	unsigned range_minor_gridline_paint;
	bool range_zero_baseline_visible;
	float range_zero_baseline_stroke;
	unsigned range_zero_baseline_paint;
	bool range_crosshair_visible;
	bool range_crosshair_locked_on_data;
	double range_crosshair_value;
	float range_crosshair_stroke;
	unsigned range_crosshair_paint;
	unsigned range_tick_band_paint;
	int domain_axes[SLOTS];
	int range_axes[SLOTS];
	int datasets[SLOTS];
	int renderers[SLOTS];
	int domain_axis_locations[SLOTS];
	int range_axis_locations[SLOTS];
	int quadrant_paints[SLOTS];
	double domain_offset;
	double range_offset;
	struct map foreground_domain_markers;
	struct map background_domain_markers;
	struct map foreground_range_markers;
	struct map background_range_markers;
	struct map annotations;
	struct map dataset_to_domain_axis;
	struct map dataset_to_range_axis;
	double domain_zoom;
	double range_zoom;
};

// The repair: every function holds the monitor.
#ifdef FIXED
#define SYNCHRONIZED(object) __attribute__((cleanup(leave), unused)) struct xy_plot *held = enter(object)

static xy_plot *enter(xy_plot *object)
{
	pthread_mutex_lock(&object->monitor);
	return object;
}

static void leave(xy_plot **object)
{
	pthread_mutex_unlock(&(*object)->monitor);
}

static void monitor_init(xy_plot *object)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&object->monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

static void monitor_destroy(xy_plot *object)
{
	pthread_mutex_destroy(&object->monitor);
}
#else
#define SYNCHRONIZED(object) (void)(object)
#define monitor_init(object) (void)(object)
#define monitor_destroy(object) (void)(object)
#endif

static void set_text(char *text, const char *value)
{
	strncpy(text, value ? value : "", TEXT - 1);
}

static size_t get_text(const char *text, char *out, size_t size)
{
	size_t length = strlen(text);
	if (size > 0) {
		size_t n = length < size - 1 ? length : size - 1;
		memcpy(out, text, n);
		out[n] = '\0';
	}
	return length;
}

static int count_slots(const int *slots)
{
	int n = 0;
	for (int i = 0; i < SLOTS; i++) {
		n += slots[i] != 0;
	}
	return n;
}

// ---- maps ------------------------------------------------------------------

// The index of the first entry whose key is not smaller.
static int map_place(const struct map *map, int key)
{
	int i = 0;
	while (i < map->count && map->entries[i].key < key) {
		i++;
	}
	return i;
}

static int map_find(const struct map *map, int key)
{
	int i = map_place(map, key);
	return i < map->count && map->entries[i].key == key ? i : -1;
}

static int map_put(struct map *map, int key, int value)
{
	int at = map_place(map, key);
	if (at < map->count && map->entries[at].key == key) {
		map->entries[at].value = value;
		return 0;
	}
	if (map->count == map->capacity) {
		int capacity = map->capacity * 2 + 1;
		struct map_entry *entries = realloc(map->entries, (size_t)capacity * sizeof *entries);
		if (!entries) {
			return -1;
		}
		map->entries = entries;
		map->capacity = capacity;
	}
	memmove(&map->entries[at + 1], &map->entries[at], (size_t)(map->count - at) * sizeof *map->entries);
	map->entries[at] = (struct map_entry){key, value};
	map->count++;
	map->changes++;
	return 0;
}

static bool map_remove(struct map *map, int key)
{
	int at = map_find(map, key);
	if (at < 0) {
		return false;
	}
	map->count--;
	memmove(&map->entries[at], &map->entries[at + 1], (size_t)(map->count - at) * sizeof *map->entries);
	map->changes++;
	return true;
}

static void map_clear(struct map *map)
{
	map->count = 0;
	map->changes++;
}

static struct iterator iterate(const struct map *map)
{
	return (struct iterator){map, 0, map->changes};
}

static bool has_next(const struct iterator *it)
{
	return it->next < it->map->count;
}

static const struct map_entry *next(struct iterator *it)
{
	assert(it->expected == it->map->changes);
	return &it->map->entries[it->next++];
}

static void map_copy(struct map *to, const struct map *from)
{
	map_clear(to);
	for (struct iterator it = iterate(from); has_next(&it);) {
		const struct map_entry *entry = next(&it);
		map_put(to, entry->key, entry->value);
	}
}

static int map_count_value(const struct map *map, int value)
{
	int n = 0;
	for (struct iterator it = iterate(map); has_next(&it);) {
		n += next(&it)->value == value;
	}
	return n;
}

// ---- listeners -------------------------------------------------------------

plot_listener *plot_listener_new(void)
{
	return calloc(1, sizeof(plot_listener));
}

void plot_listener_free(plot_listener *listener)
{
	free(listener);
}

static void notify_listeners(xy_plot *plot)
{
	struct subscription *subscription = plot->notify ? plot->listeners : NULL;
	for (; subscription; subscription = subscription->next) {
		plot_listener *listener = subscription->listener;
		if (listener) {
			listener->changes++;
		}
	}
}

int xy_plot_add_change_listener(xy_plot *plot, plot_listener *listener)
{
	SYNCHRONIZED(plot);
	struct subscription *subscription = listener ? malloc(sizeof *subscription) : NULL;
	if (!subscription) {
		return -1;
	}
	*subscription = (struct subscription){plot->listeners, listener};
	plot->listeners = subscription;
	return 0;
}

int xy_plot_remove_change_listener(xy_plot *plot, plot_listener *listener)
{
	SYNCHRONIZED(plot);
	struct subscription *subscription = plot->listeners;
	while (subscription && subscription->listener != listener) {
		subscription = subscription->next;
	}
	if (!subscription) {
		return -1;
	}
	subscription->listener = NULL;
	return 0;
}

bool xy_plot_has_listener(xy_plot *plot, plot_listener *listener)
{
	SYNCHRONIZED(plot);
	struct subscription *subscription = plot->listeners;
	while (subscription && subscription->listener != listener) {
		subscription = subscription->next;
	}
	return subscription != NULL;
}

void xy_plot_notify_listeners(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	notify_listeners(plot);
}

// ---- what every plot has ---------------------------------------------------

size_t xy_plot_get_no_data_message(xy_plot *plot, char *no_data_message, size_t size)
{
	SYNCHRONIZED(plot);
	return get_text(plot->no_data_message, no_data_message, size);
}

void xy_plot_set_no_data_message(xy_plot *plot, const char *no_data_message)
{
	SYNCHRONIZED(plot);
	set_text(plot->no_data_message, no_data_message);
	notify_listeners(plot);
}

int xy_plot_get_no_data_message_font(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->no_data_message_font;
}

void xy_plot_set_no_data_message_font(xy_plot *plot, int no_data_message_font)
{
	SYNCHRONIZED(plot);
	if (plot->no_data_message_font != no_data_message_font) {
		plot->no_data_message_font = no_data_message_font;
		notify_listeners(plot);
	}
}

unsigned xy_plot_get_no_data_message_paint(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->no_data_message_paint;
}

void xy_plot_set_no_data_message_paint(xy_plot *plot, unsigned no_data_message_paint)
{
	SYNCHRONIZED(plot);
	if (plot->no_data_message_paint != no_data_message_paint) {
		plot->no_data_message_paint = no_data_message_paint;
		notify_listeners(plot);
	}
}

double xy_plot_get_insets(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->insets;
}

void xy_plot_set_insets(xy_plot *plot, double insets)
{
	SYNCHRONIZED(plot);
	if (plot->insets != insets) {
		plot->insets = insets;
		notify_listeners(plot);
	}
}

unsigned xy_plot_get_background_paint(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->background_paint;
}

void xy_plot_set_background_paint(xy_plot *plot, unsigned background_paint)
{
	SYNCHRONIZED(plot);
	if (plot->background_paint != background_paint) {
		plot->background_paint = background_paint;
		notify_listeners(plot);
	}
}

float xy_plot_get_background_alpha(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->background_alpha;
}

void xy_plot_set_background_alpha(xy_plot *plot, float background_alpha)
{
	SYNCHRONIZED(plot);
	if (plot->background_alpha != background_alpha) {
		plot->background_alpha = background_alpha;
		notify_listeners(plot);
	}
}

int xy_plot_get_background_image(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->background_image;
}

void xy_plot_set_background_image(xy_plot *plot, int background_image)
{
	SYNCHRONIZED(plot);
	if (plot->background_image != background_image) {
		plot->background_image = background_image;
		notify_listeners(plot);
	}
}

int xy_plot_get_background_image_alignment(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->background_image_alignment;
}

void xy_plot_set_background_image_alignment(xy_plot *plot, int background_image_alignment)
{
	SYNCHRONIZED(plot);
	if (plot->background_image_alignment != background_image_alignment) {
		plot->background_image_alignment = background_image_alignment;
		notify_listeners(plot);
	}
}

float xy_plot_get_background_image_alpha(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->background_image_alpha;
}

void xy_plot_set_background_image_alpha(xy_plot *plot, float background_image_alpha)
{
	SYNCHRONIZED(plot);
	if (plot->background_image_alpha != background_image_alpha) {
		plot->background_image_alpha = background_image_alpha;
		notify_listeners(plot);
	}
}

float xy_plot_get_foreground_alpha(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->foreground_alpha;
}

void xy_plot_set_foreground_alpha(xy_plot *plot, float foreground_alpha)
{
	SYNCHRONIZED(plot);
	if (plot->foreground_alpha != foreground_alpha) {
		plot->foreground_alpha = foreground_alpha;
		notify_listeners(plot);
	}
}

bool xy_plot_is_outline_visible(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->outline_visible;
}

void xy_plot_set_outline_visible(xy_plot *plot, bool outline_visible)
{
	SYNCHRONIZED(plot);
	if (plot->outline_visible != outline_visible) {
		plot->outline_visible = outline_visible;
		notify_listeners(plot);
	}
}

float xy_plot_get_outline_stroke(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->outline_stroke;
}

void xy_plot_set_outline_stroke(xy_plot *plot, float outline_stroke)
{
	SYNCHRONIZED(plot);
	if (plot->outline_stroke != outline_stroke) {
		plot->outline_stroke = outline_stroke;
		notify_listeners(plot);
	}
}

unsigned xy_plot_get_outline_paint(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->outline_paint;
}

void xy_plot_set_outline_paint(xy_plot *plot, unsigned outline_paint)
{
	SYNCHRONIZED(plot);
	if (plot->outline_paint != outline_paint) {
		plot->outline_paint = outline_paint;
		notify_listeners(plot);
	}
}

int xy_plot_get_drawing_supplier(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->drawing_supplier;
}

void xy_plot_set_drawing_supplier(xy_plot *plot, int drawing_supplier)
{
	SYNCHRONIZED(plot);
	if (plot->drawing_supplier != drawing_supplier) {
		plot->drawing_supplier = drawing_supplier;
		notify_listeners(plot);
	}
}

int xy_plot_get_parent(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->parent;
}

void xy_plot_set_parent(xy_plot *plot, int parent)
{
	SYNCHRONIZED(plot);
	if (plot->parent != parent) {
		plot->parent = parent;
		notify_listeners(plot);
	}
}

int xy_plot_get_dataset_group(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->dataset_group;
}

void xy_plot_set_dataset_group(xy_plot *plot, int dataset_group)
{
	SYNCHRONIZED(plot);
	if (plot->dataset_group != dataset_group) {
		plot->dataset_group = dataset_group;
		notify_listeners(plot);
	}
}

// ---- layout ----------------------------------------------------------------

int xy_plot_get_orientation(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->orientation;
}

void xy_plot_set_orientation(xy_plot *plot, int orientation)
{
	SYNCHRONIZED(plot);
	if (plot->orientation != orientation) {
		plot->orientation = orientation;
		notify_listeners(plot);
	}
}

double xy_plot_get_axis_offset(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->axis_offset;
}

void xy_plot_set_axis_offset(xy_plot *plot, double axis_offset)
{
	SYNCHRONIZED(plot);
	if (plot->axis_offset != axis_offset) {
		plot->axis_offset = axis_offset;
		notify_listeners(plot);
	}
}

int xy_plot_get_weight(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->weight;
}

void xy_plot_set_weight(xy_plot *plot, int weight)
{
	SYNCHRONIZED(plot);
	if (plot->weight != weight) {
		plot->weight = weight;
		notify_listeners(plot);
	}
}

int xy_plot_get_dataset_rendering_order(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->dataset_rendering_order;
}

void xy_plot_set_dataset_rendering_order(xy_plot *plot, int dataset_rendering_order)
{
	SYNCHRONIZED(plot);
	if (plot->dataset_rendering_order != dataset_rendering_order) {
		plot->dataset_rendering_order = dataset_rendering_order;
		notify_listeners(plot);
	}
}

int xy_plot_get_series_rendering_order(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->series_rendering_order;
}

void xy_plot_set_series_rendering_order(xy_plot *plot, int series_rendering_order)
{
	SYNCHRONIZED(plot);
	if (plot->series_rendering_order != series_rendering_order) {
		plot->series_rendering_order = series_rendering_order;
		notify_listeners(plot);
	}
}

int xy_plot_get_fixed_domain_axis_space(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->fixed_domain_axis_space;
}

void xy_plot_set_fixed_domain_axis_space(xy_plot *plot, int fixed_domain_axis_space)
{
	SYNCHRONIZED(plot);
	if (plot->fixed_domain_axis_space != fixed_domain_axis_space) {
		plot->fixed_domain_axis_space = fixed_domain_axis_space;
		notify_listeners(plot);
	}
}

int xy_plot_get_fixed_range_axis_space(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->fixed_range_axis_space;
}

void xy_plot_set_fixed_range_axis_space(xy_plot *plot, int fixed_range_axis_space)
{
	SYNCHRONIZED(plot);
	if (plot->fixed_range_axis_space != fixed_range_axis_space) {
		plot->fixed_range_axis_space = fixed_range_axis_space;
		notify_listeners(plot);
	}
}

int xy_plot_get_fixed_legend_items(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->fixed_legend_items;
}

void xy_plot_set_fixed_legend_items(xy_plot *plot, int fixed_legend_items)
{
	SYNCHRONIZED(plot);
	if (plot->fixed_legend_items != fixed_legend_items) {
		plot->fixed_legend_items = fixed_legend_items;
		notify_listeners(plot);
	}
}

double xy_plot_get_quadrant_origin_x(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->quadrant_origin_x;
}

void xy_plot_set_quadrant_origin_x(xy_plot *plot, double quadrant_origin_x)
{
	SYNCHRONIZED(plot);
	if (plot->quadrant_origin_x != quadrant_origin_x) {
		plot->quadrant_origin_x = quadrant_origin_x;
		notify_listeners(plot);
	}
}

double xy_plot_get_quadrant_origin_y(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->quadrant_origin_y;
}

void xy_plot_set_quadrant_origin_y(xy_plot *plot, double quadrant_origin_y)
{
	SYNCHRONIZED(plot);
	if (plot->quadrant_origin_y != quadrant_origin_y) {
		plot->quadrant_origin_y = quadrant_origin_y;
		notify_listeners(plot);
	}
}

bool xy_plot_is_domain_pannable(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->domain_pannable;
}

void xy_plot_set_domain_pannable(xy_plot *plot, bool domain_pannable)
{
	SYNCHRONIZED(plot);
	if (plot->domain_pannable != domain_pannable) {
		plot->domain_pannable = domain_pannable;
		notify_listeners(plot);
	}
}

bool xy_plot_is_range_pannable(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->range_pannable;
}

void xy_plot_set_range_pannable(xy_plot *plot, bool range_pannable)
{
	SYNCHRONIZED(plot);
	if (plot->range_pannable != range_pannable) {
		plot->range_pannable = range_pannable;
		notify_listeners(plot);
	}
}

// ---- lines of the domain ---------------------------------------------------

bool xy_plot_is_domain_gridlines_visible(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->domain_gridlines_visible;
}

void xy_plot_set_domain_gridlines_visible(xy_plot *plot, bool domain_gridlines_visible)
{
	SYNCHRONIZED(plot);
	if (plot->domain_gridlines_visible != domain_gridlines_visible) {
		plot->domain_gridlines_visible = domain_gridlines_visible;
		notify_listeners(plot);
	}
}

float xy_plot_get_domain_gridline_stroke(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->domain_gridline_stroke;
}

void xy_plot_set_domain_gridline_stroke(xy_plot *plot, float domain_gridline_stroke)
{
	SYNCHRONIZED(plot);
	if (plot->domain_gridline_stroke != domain_gridline_stroke) {
		plot->domain_gridline_stroke = domain_gridline_stroke;
		notify_listeners(plot);
	}
}

unsigned xy_plot_get_domain_gridline_paint(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->domain_gridline_paint;
}

void xy_plot_set_domain_gridline_paint(xy_plot *plot, unsigned domain_gridline_paint)
{
	SYNCHRONIZED(plot);
	if (plot->domain_gridline_paint != domain_gridline_paint) {
		plot->domain_gridline_paint = domain_gridline_paint;
		notify_listeners(plot);
	}
}

bool xy_plot_is_domain_minor_gridlines_visible(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->domain_minor_gridlines_visible;
}

void xy_plot_set_domain_minor_gridlines_visible(xy_plot *plot, bool domain_minor_gridlines_visible)
{
	SYNCHRONIZED(plot);
	if (plot->domain_minor_gridlines_visible != domain_minor_gridlines_visible) {
		plot->domain_minor_gridlines_visible = domain_minor_gridlines_visible;
		notify_listeners(plot);
	}
}

float xy_plot_get_domain_minor_gridline_stroke(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->domain_minor_gridline_stroke;
}

void xy_plot_set_domain_minor_gridline_stroke(xy_plot *plot, float domain_minor_gridline_stroke)
{
	SYNCHRONIZED(plot);
	if (plot->domain_minor_gridline_stroke != domain_minor_gridline_stroke) {
		plot->domain_minor_gridline_stroke = domain_minor_gridline_stroke;
		notify_listeners(plot);
	}
}

unsigned xy_plot_get_domain_minor_gridline_paint(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->domain_minor_gridline_paint;
}

void xy_plot_set_domain_minor_gridline_paint(xy_plot *plot, unsigned domain_minor_gridline_paint)
{
	SYNCHRONIZED(plot);
	if (plot->domain_minor_gridline_paint != domain_minor_gridline_paint) {
		plot->domain_minor_gridline_paint = domain_minor_gridline_paint;
		notify_listeners(plot);
	}
}

bool xy_plot_is_domain_zero_baseline_visible(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->domain_zero_baseline_visible;
}

void xy_plot_set_domain_zero_baseline_visible(xy_plot *plot, bool domain_zero_baseline_visible)
{
	SYNCHRONIZED(plot);
	if (plot->domain_zero_baseline_visible != domain_zero_baseline_visible) {
		plot->domain_zero_baseline_visible = domain_zero_baseline_visible;
		notify_listeners(plot);
	}
}

float xy_plot_get_domain_zero_baseline_stroke(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->domain_zero_baseline_stroke;
}

void xy_plot_set_domain_zero_baseline_stroke(xy_plot *plot, float domain_zero_baseline_stroke)
{
	SYNCHRONIZED(plot);
	if (plot->domain_zero_baseline_stroke != domain_zero_baseline_stroke) {
		plot->domain_zero_baseline_stroke = domain_zero_baseline_stroke;
		notify_listeners(plot);
	}
}

unsigned xy_plot_get_domain_zero_baseline_paint(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->domain_zero_baseline_paint;
}

void xy_plot_set_domain_zero_baseline_paint(xy_plot *plot, unsigned domain_zero_baseline_paint)
{
	SYNCHRONIZED(plot);
	if (plot->domain_zero_baseline_paint != domain_zero_baseline_paint) {
		plot->domain_zero_baseline_paint = domain_zero_baseline_paint;
		notify_listeners(plot);
	}
}

bool xy_plot_is_domain_crosshair_visible(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->domain_crosshair_visible;
}

void xy_plot_set_domain_crosshair_visible(xy_plot *plot, bool domain_crosshair_visible)
{
	SYNCHRONIZED(plot);
	if (plot->domain_crosshair_visible != domain_crosshair_visible) {
		plot->domain_crosshair_visible = domain_crosshair_visible;
		notify_listeners(plot);
	}
}

bool xy_plot_is_domain_crosshair_locked_on_data(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->domain_crosshair_locked_on_data;
}

void xy_plot_set_domain_crosshair_locked_on_data(xy_plot *plot, bool domain_crosshair_locked_on_data)
{
	SYNCHRONIZED(plot);
	if (plot->domain_crosshair_locked_on_data != domain_crosshair_locked_on_data) {
		plot->domain_crosshair_locked_on_data = domain_crosshair_locked_on_data;
		notify_listeners(plot);
	}
}

double xy_plot_get_domain_crosshair_value(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->domain_crosshair_value;
}

void xy_plot_set_domain_crosshair_value(xy_plot *plot, double domain_crosshair_value)
{
	SYNCHRONIZED(plot);
	if (plot->domain_crosshair_value != domain_crosshair_value) {
		plot->domain_crosshair_value = domain_crosshair_value;
		notify_listeners(plot);
	}
}

float xy_plot_get_domain_crosshair_stroke(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->domain_crosshair_stroke;
}

void xy_plot_set_domain_crosshair_stroke(xy_plot *plot, float domain_crosshair_stroke)
{
	SYNCHRONIZED(plot);
	if (plot->domain_crosshair_stroke != domain_crosshair_stroke) {
		plot->domain_crosshair_stroke = domain_crosshair_stroke;
		notify_listeners(plot);
	}
}

unsigned xy_plot_get_domain_crosshair_paint(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->domain_crosshair_paint;
}

void xy_plot_set_domain_crosshair_paint(xy_plot *plot, unsigned domain_crosshair_paint)
{
	SYNCHRONIZED(plot);
	if (plot->domain_crosshair_paint != domain_crosshair_paint) {
		plot->domain_crosshair_paint = domain_crosshair_paint;
		notify_listeners(plot);
	}
}

unsigned xy_plot_get_domain_tick_band_paint(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->domain_tick_band_paint;
}

void xy_plot_set_domain_tick_band_paint(xy_plot *plot, unsigned domain_tick_band_paint)
{
	SYNCHRONIZED(plot);
	if (plot->domain_tick_band_paint != domain_tick_band_paint) {
		plot->domain_tick_band_paint = domain_tick_band_paint;
		notify_listeners(plot);
	}
}

// ---- lines of the range ----------------------------------------------------

bool xy_plot_is_range_gridlines_visible(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->range_gridlines_visible;
}

void xy_plot_set_range_gridlines_visible(xy_plot *plot, bool range_gridlines_visible)
{
	SYNCHRONIZED(plot);
	if (plot->range_gridlines_visible != range_gridlines_visible) {
		plot->range_gridlines_visible = range_gridlines_visible;
		notify_listeners(plot);
	}
}

float xy_plot_get_range_gridline_stroke(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->range_gridline_stroke;
}

void xy_plot_set_range_gridline_stroke(xy_plot *plot, float range_gridline_stroke)
{
	SYNCHRONIZED(plot);
	if (plot->range_gridline_stroke != range_gridline_stroke) {
		plot->range_gridline_stroke = range_gridline_stroke;
		notify_listeners(plot);
	}
}

unsigned xy_plot_get_range_gridline_paint(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->range_gridline_paint;
}

void xy_plot_set_range_gridline_paint(xy_plot *plot, unsigned range_gridline_paint)
{
	SYNCHRONIZED(plot);
	if (plot->range_gridline_paint != range_gridline_paint) {
		plot->range_gridline_paint = range_gridline_paint;
		notify_listeners(plot);
	}
}

bool xy_plot_is_range_minor_gridlines_visible(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->range_minor_gridlines_visible;
}

void xy_plot_set_range_minor_gridlines_visible(xy_plot *plot, bool range_minor_gridlines_visible)
{
	SYNCHRONIZED(plot);
	if (plot->range_minor_gridlines_visible != range_minor_gridlines_visible) {
		plot->range_minor_gridlines_visible = range_minor_gridlines_visible;
		notify_listeners(plot);
	}
}

float xy_plot_get_range_minor_gridline_stroke(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->range_minor_gridline_stroke;
}

void xy_plot_set_range_minor_gridline_stroke(xy_plot *plot, float range_minor_gridline_stroke)
{
	SYNCHRONIZED(plot);
	if (plot->range_minor_gridline_stroke != range_minor_gridline_stroke) {
		plot->range_minor_gridline_stroke = range_minor_gridline_stroke;
		notify_listeners(plot);
	}
}

unsigned xy_plot_get_range_minor_gridline_paint(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->range_minor_gridline_paint;
}

void xy_plot_set_range_minor_gridline_paint(xy_plot *plot, unsigned range_minor_gridline_paint)
{
	SYNCHRONIZED(plot);
	if (plot->range_minor_gridline_paint != range_minor_gridline_paint) {
		plot->range_minor_gridline_paint = range_minor_gridline_paint;
		notify_listeners(plot);
	}
}

bool xy_plot_is_range_zero_baseline_visible(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->range_zero_baseline_visible;
}

void xy_plot_set_range_zero_baseline_visible(xy_plot *plot, bool range_zero_baseline_visible)
{
	SYNCHRONIZED(plot);
	if (plot->range_zero_baseline_visible != range_zero_baseline_visible) {
		plot->range_zero_baseline_visible = range_zero_baseline_visible;
		notify_listeners(plot);
	}
}

float xy_plot_get_range_zero_baseline_stroke(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->range_zero_baseline_stroke;
}

void xy_plot_set_range_zero_baseline_stroke(xy_plot *plot, float range_zero_baseline_stroke)
{
	SYNCHRONIZED(plot);
	if (plot->range_zero_baseline_stroke != range_zero_baseline_stroke) {
		plot->range_zero_baseline_stroke = range_zero_baseline_stroke;
		notify_listeners(plot);
	}
}

unsigned xy_plot_get_range_zero_baseline_paint(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->range_zero_baseline_paint;
}

void xy_plot_set_range_zero_baseline_paint(xy_plot *plot, unsigned range_zero_baseline_paint)
{
	SYNCHRONIZED(plot);
	if (plot->range_zero_baseline_paint != range_zero_baseline_paint) {
		plot->range_zero_baseline_paint = range_zero_baseline_paint;
		notify_listeners(plot);
	}
}

bool xy_plot_is_range_crosshair_visible(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->range_crosshair_visible;
}

void xy_plot_set_range_crosshair_visible(xy_plot *plot, bool range_crosshair_visible)
{
	SYNCHRONIZED(plot);
	if (plot->range_crosshair_visible != range_crosshair_visible) {
		plot->range_crosshair_visible = range_crosshair_visible;
		notify_listeners(plot);
	}
}

bool xy_plot_is_range_crosshair_locked_on_data(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->range_crosshair_locked_on_data;
}

void xy_plot_set_range_crosshair_locked_on_data(xy_plot *plot, bool range_crosshair_locked_on_data)
{
	SYNCHRONIZED(plot);
	if (plot->range_crosshair_locked_on_data != range_crosshair_locked_on_data) {
		plot->range_crosshair_locked_on_data = range_crosshair_locked_on_data;
		notify_listeners(plot);
	}
}

double xy_plot_get_range_crosshair_value(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->range_crosshair_value;
}

void xy_plot_set_range_crosshair_value(xy_plot *plot, double range_crosshair_value)
{
	SYNCHRONIZED(plot);
	if (plot->range_crosshair_value != range_crosshair_value) {
		plot->range_crosshair_value = range_crosshair_value;
		notify_listeners(plot);
	}
}

float xy_plot_get_range_crosshair_stroke(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->range_crosshair_stroke;
}

void xy_plot_set_range_crosshair_stroke(xy_plot *plot, float range_crosshair_stroke)
{
	SYNCHRONIZED(plot);
	if (plot->range_crosshair_stroke != range_crosshair_stroke) {
		plot->range_crosshair_stroke = range_crosshair_stroke;
		notify_listeners(plot);
	}
}

unsigned xy_plot_get_range_crosshair_paint(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->range_crosshair_paint;
}

void xy_plot_set_range_crosshair_paint(xy_plot *plot, unsigned range_crosshair_paint)
{
	SYNCHRONIZED(plot);
	if (plot->range_crosshair_paint != range_crosshair_paint) {
		plot->range_crosshair_paint = range_crosshair_paint;
		notify_listeners(plot);
	}
}

unsigned xy_plot_get_range_tick_band_paint(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->range_tick_band_paint;
}

void xy_plot_set_range_tick_band_paint(xy_plot *plot, unsigned range_tick_band_paint)
{
	SYNCHRONIZED(plot);
	if (plot->range_tick_band_paint != range_tick_band_paint) {
		plot->range_tick_band_paint = range_tick_band_paint;
		notify_listeners(plot);
	}
}

// ---- axes, data and renderers ----------------------------------------------

int xy_plot_get_domain_axis(xy_plot *plot, int index)
{
	SYNCHRONIZED(plot);
	return index >= 0 && index < SLOTS ? plot->domain_axes[index] : 0;
}

int xy_plot_set_domain_axis(xy_plot *plot, int index, int domain_axis)
{
	SYNCHRONIZED(plot);
	if (index < 0 || index >= SLOTS) {
		return -1;
	}
	plot->domain_axes[index] = domain_axis;
	notify_listeners(plot);
	return 0;
}

int xy_plot_get_range_axis(xy_plot *plot, int index)
{
	SYNCHRONIZED(plot);
	return index >= 0 && index < SLOTS ? plot->range_axes[index] : 0;
}

int xy_plot_set_range_axis(xy_plot *plot, int index, int range_axis)
{
	SYNCHRONIZED(plot);
	if (index < 0 || index >= SLOTS) {
		return -1;
	}
	plot->range_axes[index] = range_axis;
	notify_listeners(plot);
	return 0;
}

int xy_plot_get_dataset(xy_plot *plot, int index)
{
	SYNCHRONIZED(plot);
	return index >= 0 && index < SLOTS ? plot->datasets[index] : 0;
}

int xy_plot_set_dataset(xy_plot *plot, int index, int dataset)
{
	SYNCHRONIZED(plot);
	if (index < 0 || index >= SLOTS) {
		return -1;
	}
	plot->datasets[index] = dataset;
	notify_listeners(plot);
	return 0;
}

int xy_plot_get_renderer(xy_plot *plot, int index)
{
	SYNCHRONIZED(plot);
	return index >= 0 && index < SLOTS ? plot->renderers[index] : 0;
}

int xy_plot_set_renderer(xy_plot *plot, int index, int renderer)
{
	SYNCHRONIZED(plot);
	if (index < 0 || index >= SLOTS) {
		return -1;
	}
	plot->renderers[index] = renderer;
	notify_listeners(plot);
	return 0;
}

int xy_plot_get_domain_axis_location(xy_plot *plot, int index)
{
	SYNCHRONIZED(plot);
	return index >= 0 && index < SLOTS ? plot->domain_axis_locations[index] : 0;
}

int xy_plot_set_domain_axis_location(xy_plot *plot, int index, int domain_axis_location)
{
	SYNCHRONIZED(plot);
	if (index < 0 || index >= SLOTS) {
		return -1;
	}
	plot->domain_axis_locations[index] = domain_axis_location;
	notify_listeners(plot);
	return 0;
}

int xy_plot_get_range_axis_location(xy_plot *plot, int index)
{
	SYNCHRONIZED(plot);
	return index >= 0 && index < SLOTS ? plot->range_axis_locations[index] : 0;
}

int xy_plot_set_range_axis_location(xy_plot *plot, int index, int range_axis_location)
{
	SYNCHRONIZED(plot);
	if (index < 0 || index >= SLOTS) {
		return -1;
	}
	plot->range_axis_locations[index] = range_axis_location;
	notify_listeners(plot);
	return 0;
}

int xy_plot_get_quadrant_paint(xy_plot *plot, int index)
{
	SYNCHRONIZED(plot);
	return index >= 0 && index < SLOTS ? plot->quadrant_paints[index] : 0;
}

int xy_plot_set_quadrant_paint(xy_plot *plot, int index, int quadrant_paint)
{
	SYNCHRONIZED(plot);
	if (index < 0 || index >= SLOTS) {
		return -1;
	}
	plot->quadrant_paints[index] = quadrant_paint;
	notify_listeners(plot);
	return 0;
}

int xy_plot_get_domain_axis_count(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return count_slots(plot->domain_axes);
}

int xy_plot_index_of_domain_axis(xy_plot *plot, int domain_axis)
{
	SYNCHRONIZED(plot);
	for (int i = 0; i < SLOTS; i++) {
		if (plot->domain_axes[i] == domain_axis && domain_axis) {
			return i;
		}
	}
	return -1;
}

int xy_plot_get_range_axis_count(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return count_slots(plot->range_axes);
}

int xy_plot_index_of_range_axis(xy_plot *plot, int range_axis)
{
	SYNCHRONIZED(plot);
	for (int i = 0; i < SLOTS; i++) {
		if (plot->range_axes[i] == range_axis && range_axis) {
			return i;
		}
	}
	return -1;
}

int xy_plot_get_dataset_count(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return count_slots(plot->datasets);
}

int xy_plot_index_of_dataset(xy_plot *plot, int dataset)
{
	SYNCHRONIZED(plot);
	for (int i = 0; i < SLOTS; i++) {
		if (plot->datasets[i] == dataset && dataset) {
			return i;
		}
	}
	return -1;
}

int xy_plot_get_renderer_count(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return count_slots(plot->renderers);
}

int xy_plot_index_of_renderer(xy_plot *plot, int renderer)
{
	SYNCHRONIZED(plot);
	for (int i = 0; i < SLOTS; i++) {
		if (plot->renderers[i] == renderer && renderer) {
			return i;
		}
	}
	return -1;
}

void xy_plot_clear_domain_axes(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	memset(plot->domain_axes, 0, sizeof plot->domain_axes);
	notify_listeners(plot);
}

int xy_plot_configure_domain_axes(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	notify_listeners(plot);
	return count_slots(plot->domain_axes);
}

void xy_plot_clear_range_axes(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	memset(plot->range_axes, 0, sizeof plot->range_axes);
	notify_listeners(plot);
}

int xy_plot_configure_range_axes(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	notify_listeners(plot);
	return count_slots(plot->range_axes);
}

int xy_plot_get_first_domain_axis(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->domain_axes[0];
}

void xy_plot_set_first_domain_axis(xy_plot *plot, int domain_axis)
{
	SYNCHRONIZED(plot);
	xy_plot_set_domain_axis(plot, 0, domain_axis);
}

int xy_plot_get_first_range_axis(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->range_axes[0];
}

void xy_plot_set_first_range_axis(xy_plot *plot, int range_axis)
{
	SYNCHRONIZED(plot);
	xy_plot_set_range_axis(plot, 0, range_axis);
}

int xy_plot_get_first_dataset(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->datasets[0];
}

void xy_plot_set_first_dataset(xy_plot *plot, int dataset)
{
	SYNCHRONIZED(plot);
	xy_plot_set_dataset(plot, 0, dataset);
}

int xy_plot_get_first_renderer(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->renderers[0];
}

void xy_plot_set_first_renderer(xy_plot *plot, int renderer)
{
	SYNCHRONIZED(plot);
	xy_plot_set_renderer(plot, 0, renderer);
}

int xy_plot_get_first_domain_axis_location(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->domain_axis_locations[0];
}

void xy_plot_set_first_domain_axis_location(xy_plot *plot, int domain_axis_location)
{
	SYNCHRONIZED(plot);
	xy_plot_set_domain_axis_location(plot, 0, domain_axis_location);
}

int xy_plot_get_first_range_axis_location(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->range_axis_locations[0];
}

void xy_plot_set_first_range_axis_location(xy_plot *plot, int range_axis_location)
{
	SYNCHRONIZED(plot);
	xy_plot_set_range_axis_location(plot, 0, range_axis_location);
}

int xy_plot_set_domain_axes(xy_plot *plot, const int *domain_axes, size_t count)
{
	SYNCHRONIZED(plot);
	if (!domain_axes || count > SLOTS) {
		return -1;
	}
	for (size_t i = 0; i < SLOTS; i++) {
		plot->domain_axes[i] = i < count ? domain_axes[i] : 0;
	}
	notify_listeners(plot);
	return 0;
}

int xy_plot_set_range_axes(xy_plot *plot, const int *range_axes, size_t count)
{
	SYNCHRONIZED(plot);
	if (!range_axes || count > SLOTS) {
		return -1;
	}
	for (size_t i = 0; i < SLOTS; i++) {
		plot->range_axes[i] = i < count ? range_axes[i] : 0;
	}
	notify_listeners(plot);
	return 0;
}

int xy_plot_set_renderers(xy_plot *plot, const int *renderers, size_t count)
{
	SYNCHRONIZED(plot);
	if (!renderers || count > SLOTS) {
		return -1;
	}
	for (size_t i = 0; i < SLOTS; i++) {
		plot->renderers[i] = i < count ? renderers[i] : 0;
	}
	notify_listeners(plot);
	return 0;
}

int xy_plot_get_domain_axis_edge(xy_plot *plot, int index)
{
	SYNCHRONIZED(plot);
	if (index < 0 || index >= SLOTS) {
		return -1;
	}
	return (plot->domain_axis_locations[index] & 1) * 2 + (plot->orientation != 0);
}

int xy_plot_pan_domain_axes(xy_plot *plot, double percent)
{
	SYNCHRONIZED(plot);
	if (!plot->domain_pannable) {
		return -1;
	}
	plot->domain_offset += percent * plot->domain_zoom;
	notify_listeners(plot);
	return 0;
}

double xy_plot_get_domain_data_range(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->domain_offset / plot->domain_zoom;
}

unsigned xy_plot_get_domain_band(xy_plot *plot, int tick)
{
	SYNCHRONIZED(plot);
	return tick & 1 ? plot->domain_tick_band_paint : plot->background_paint;
}

int xy_plot_get_range_axis_edge(xy_plot *plot, int index)
{
	SYNCHRONIZED(plot);
	if (index < 0 || index >= SLOTS) {
		return -1;
	}
	return (plot->range_axis_locations[index] & 1) * 2 + (plot->orientation != 0);
}

int xy_plot_pan_range_axes(xy_plot *plot, double percent)
{
	SYNCHRONIZED(plot);
	if (!plot->range_pannable) {
		return -1;
	}
	plot->range_offset += percent * plot->range_zoom;
	notify_listeners(plot);
	return 0;
}

double xy_plot_get_range_data_range(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->range_offset / plot->range_zoom;
}

unsigned xy_plot_get_range_band(xy_plot *plot, int tick)
{
	SYNCHRONIZED(plot);
	return tick & 1 ? plot->range_tick_band_paint : plot->background_paint;
}

int xy_plot_get_root_plot(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->parent >= 0 ? plot->parent : 0;
}

unsigned xy_plot_draw_background(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->background_alpha > 0 ? plot->background_paint : 0;
}

unsigned xy_plot_draw_outline(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->outline_visible ? plot->outline_paint : 0;
}

// ---- which data belongs to which axes --------------------------------------

int xy_plot_map_dataset_to_domain_axis(xy_plot *plot, int index, int axis)
{
	SYNCHRONIZED(plot);
	if (map_put(&plot->dataset_to_domain_axis, index, axis) != 0) {
		return -1;
	}
	notify_listeners(plot);
	return 0;
}

int xy_plot_get_domain_axis_for_dataset(xy_plot *plot, int index)
{
	SYNCHRONIZED(plot);
	int at = map_find(&plot->dataset_to_domain_axis, index);
	return at < 0 ? 0 : plot->dataset_to_domain_axis.entries[at].value;
}

int xy_plot_get_datasets_mapped_to_domain_axis(xy_plot *plot, int axis)
{
	SYNCHRONIZED(plot);
	return map_count_value(&plot->dataset_to_domain_axis, axis);
}

int xy_plot_map_dataset_to_range_axis(xy_plot *plot, int index, int axis)
{
	SYNCHRONIZED(plot);
	if (map_put(&plot->dataset_to_range_axis, index, axis) != 0) {
		return -1;
	}
	notify_listeners(plot);
	return 0;
}

int xy_plot_get_range_axis_for_dataset(xy_plot *plot, int index)
{
	SYNCHRONIZED(plot);
	int at = map_find(&plot->dataset_to_range_axis, index);
	return at < 0 ? 0 : plot->dataset_to_range_axis.entries[at].value;
}

int xy_plot_get_datasets_mapped_to_range_axis(xy_plot *plot, int axis)
{
	SYNCHRONIZED(plot);
	return map_count_value(&plot->dataset_to_range_axis, axis);
}

// ---- markers and annotations -----------------------------------------------

int xy_plot_add_foreground_domain_marker(xy_plot *plot, int marker)
{
	SYNCHRONIZED(plot);
	if (map_put(&plot->foreground_domain_markers, marker, 1) != 0) {
		return -1;
	}
	notify_listeners(plot);
	return 0;
}

bool xy_plot_remove_foreground_domain_marker(xy_plot *plot, int marker)
{
	SYNCHRONIZED(plot);
	bool found = map_remove(&plot->foreground_domain_markers, marker);
	if (found) {
		notify_listeners(plot);
	}
	return found;
}

int xy_plot_get_foreground_domain_marker_count(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->foreground_domain_markers.count;
}

int xy_plot_add_background_domain_marker(xy_plot *plot, int marker)
{
	SYNCHRONIZED(plot);
	if (map_put(&plot->background_domain_markers, marker, 1) != 0) {
		return -1;
	}
	notify_listeners(plot);
	return 0;
}

bool xy_plot_remove_background_domain_marker(xy_plot *plot, int marker)
{
	SYNCHRONIZED(plot);
	bool found = map_remove(&plot->background_domain_markers, marker);
	if (found) {
		notify_listeners(plot);
	}
	return found;
}

int xy_plot_get_background_domain_marker_count(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->background_domain_markers.count;
}

void xy_plot_clear_domain_markers(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	map_clear(&plot->foreground_domain_markers);
	map_clear(&plot->background_domain_markers);
	notify_listeners(plot);
}

int xy_plot_add_foreground_range_marker(xy_plot *plot, int marker)
{
	SYNCHRONIZED(plot);
	if (map_put(&plot->foreground_range_markers, marker, 1) != 0) {
		return -1;
	}
	notify_listeners(plot);
	return 0;
}

bool xy_plot_remove_foreground_range_marker(xy_plot *plot, int marker)
{
	SYNCHRONIZED(plot);
	bool found = map_remove(&plot->foreground_range_markers, marker);
	if (found) {
		notify_listeners(plot);
	}
	return found;
}

int xy_plot_get_foreground_range_marker_count(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->foreground_range_markers.count;
}

int xy_plot_add_background_range_marker(xy_plot *plot, int marker)
{
	SYNCHRONIZED(plot);
	if (map_put(&plot->background_range_markers, marker, 1) != 0) {
		return -1;
	}
	notify_listeners(plot);
	return 0;
}

bool xy_plot_remove_background_range_marker(xy_plot *plot, int marker)
{
	SYNCHRONIZED(plot);
	bool found = map_remove(&plot->background_range_markers, marker);
	if (found) {
		notify_listeners(plot);
	}
	return found;
}

int xy_plot_get_background_range_marker_count(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->background_range_markers.count;
}

void xy_plot_clear_range_markers(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	map_clear(&plot->foreground_range_markers);
	map_clear(&plot->background_range_markers);
	notify_listeners(plot);
}

int xy_plot_add_annotation(xy_plot *plot, int annotation)
{
	SYNCHRONIZED(plot);
	if (map_put(&plot->annotations, annotation, 1) != 0) {
		return -1;
	}
	notify_listeners(plot);
	return 0;
}

bool xy_plot_remove_annotation(xy_plot *plot, int annotation)
{
	SYNCHRONIZED(plot);
	bool found = map_remove(&plot->annotations, annotation);
	if (found) {
		notify_listeners(plot);
	}
	return found;
}

int xy_plot_get_annotations(xy_plot *plot, int *annotations, size_t count)
{
	SYNCHRONIZED(plot);
	int n = 0;
	for (struct iterator it = iterate(&plot->annotations); has_next(&it); n++) {
		const struct map_entry *entry = next(&it);
		if ((size_t)n < count) {
			annotations[n] = entry->key;
		}
	}
	return n;
}

void xy_plot_clear_annotations(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	map_clear(&plot->annotations);
	notify_listeners(plot);
}

// ---- the screen ------------------------------------------------------------

void xy_plot_handle_click(xy_plot *plot, double x, double y)
{
	SYNCHRONIZED(plot);
	if (plot->domain_crosshair_visible) {
		xy_plot_set_domain_crosshair_value(plot, x);
	}
	if (plot->range_crosshair_visible) {
		xy_plot_set_range_crosshair_value(plot, y);
	}
}

int xy_plot_zoom_domain_axes(xy_plot *plot, double factor)
{
	SYNCHRONIZED(plot);
	plot->domain_zoom *= factor;
	notify_listeners(plot);
	return count_slots(plot->domain_axes);
}

int xy_plot_zoom_domain_axes_to(xy_plot *plot, double lower, double upper)
{
	SYNCHRONIZED(plot);
	if (!(lower < upper)) {
		return -1;
	}
	plot->domain_zoom *= upper - lower;
	notify_listeners(plot);
	return 0;
}

bool xy_plot_is_domain_zoomable(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return count_slots(plot->domain_axes) > 0;
}

int xy_plot_zoom_range_axes(xy_plot *plot, double factor)
{
	SYNCHRONIZED(plot);
	plot->range_zoom *= factor;
	notify_listeners(plot);
	return count_slots(plot->range_axes);
}

int xy_plot_zoom_range_axes_to(xy_plot *plot, double lower, double upper)
{
	SYNCHRONIZED(plot);
	if (!(lower < upper)) {
		return -1;
	}
	plot->range_zoom *= upper - lower;
	notify_listeners(plot);
	return 0;
}

bool xy_plot_is_range_zoomable(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return count_slots(plot->range_axes) > 0;
}

int xy_plot_get_series_count(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	int n = 0;
	for (int i = 0; i < SLOTS; i++) {
		n += plot->datasets[i] > 0 ? plot->datasets[i] % 8 : 0;
	}
	return n;
}

int xy_plot_get_legend_items(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	int fixed = plot->fixed_legend_items;
	return fixed > 0 ? fixed : xy_plot_get_series_count(plot);
}

int xy_plot_get_renderer_for_dataset(xy_plot *plot, int dataset)
{
	SYNCHRONIZED(plot);
	int index = xy_plot_index_of_dataset(plot, dataset);
	return index < 0 ? 0 : plot->renderers[index] ? plot->renderers[index] : plot->renderers[0];
}

double xy_plot_calculate_axis_space(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	double space = 2 * plot->axis_offset;
	space += plot->fixed_domain_axis_space ? plot->fixed_domain_axis_space : 20 * count_slots(plot->domain_axes);
	return space + (plot->fixed_range_axis_space ? plot->fixed_range_axis_space : 20 * count_slots(plot->range_axes));
}

int xy_plot_get_plot_type(xy_plot *plot)
{
	(void)plot;
	return 1;
}

bool xy_plot_is_subplot(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->parent >= 0;
}

void xy_plot_set_notify(xy_plot *plot, bool notify)
{
	SYNCHRONIZED(plot);
	plot->notify = notify;
}

bool xy_plot_is_notify(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->notify;
}

// ---- making ----------------------------------------------------------------

xy_plot *xy_plot_new(void)
{
	xy_plot *plot = calloc(1, sizeof *plot);
	if (!plot) {
		return NULL;
	}
	monitor_init(plot);
	plot->notify = true;
	map_put(&plot->dataset_to_domain_axis, 0, 0);
	map_put(&plot->dataset_to_range_axis, 0, 0);
	plot->no_data_message_font = 12;
	plot->insets = 4;
	plot->background_paint = 0xffffff;
	plot->background_alpha = 1;
	plot->background_image_alignment = 15;
	plot->background_image_alpha = 0.5;
	plot->foreground_alpha = 1;
	plot->outline_visible = true;
	plot->outline_stroke = 0.5;
	plot->outline_paint = 0x808080;
	plot->parent = -1;
	plot->axis_offset = 4;
	plot->weight = 1;
	plot->domain_gridlines_visible = true;
	plot->domain_gridline_stroke = 0.5;
	plot->domain_gridline_paint = 0xc0c0c0;
	plot->domain_minor_gridline_stroke = 0.5;
	plot->domain_minor_gridline_paint = 0xffffff;
	plot->domain_zero_baseline_stroke = 0.5;
	plot->domain_crosshair_locked_on_data = true;
	plot->domain_crosshair_stroke = 0.5;
	plot->domain_crosshair_paint = 0xff;
	plot->range_gridlines_visible = true;
	plot->range_gridline_stroke = 0.5;
	plot->range_gridline_paint = 0xc0c0c0;
	plot->range_minor_gridline_stroke = 0.5;
	plot->range_minor_gridline_paint = 0xffffff;
	plot->range_zero_baseline_stroke = 0.5;
	plot->range_crosshair_locked_on_data = true;
	plot->range_crosshair_stroke = 0.5;
	plot->range_crosshair_paint = 0xff;
	plot->domain_zoom = 1;
	plot->range_zoom = 1;
	return plot;
}

void xy_plot_free(xy_plot *plot)
{
	if (!plot) {
		return;
	}
	free(plot->foreground_domain_markers.entries);
	free(plot->background_domain_markers.entries);
	free(plot->foreground_range_markers.entries);
	free(plot->background_range_markers.entries);
	free(plot->annotations.entries);
	free(plot->dataset_to_domain_axis.entries);
	free(plot->dataset_to_range_axis.entries);
	while (plot->listeners) {
		struct subscription *subscription = plot->listeners;
		plot->listeners = subscription->next;
		free(subscription);
	}
	monitor_destroy(plot);
	free(plot);
}

xy_plot *xy_plot_clone(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	xy_plot *copy = xy_plot_new();
	if (!copy) {
		return NULL;
	}
	memcpy(copy->domain_axes, plot->domain_axes, sizeof copy->domain_axes);
	memcpy(copy->range_axes, plot->range_axes, sizeof copy->range_axes);
	memcpy(copy->datasets, plot->datasets, sizeof copy->datasets);
	memcpy(copy->renderers, plot->renderers, sizeof copy->renderers);
	map_copy(&copy->dataset_to_domain_axis, &plot->dataset_to_domain_axis);
	map_copy(&copy->dataset_to_range_axis, &plot->dataset_to_range_axis);
	map_copy(&copy->foreground_domain_markers, &plot->foreground_domain_markers);
	map_copy(&copy->background_domain_markers, &plot->background_domain_markers);
	map_copy(&copy->foreground_range_markers, &plot->foreground_range_markers);
	map_copy(&copy->background_range_markers, &plot->background_range_markers);
	map_copy(&copy->annotations, &plot->annotations);
	return copy;
}

bool xy_plot_equals(xy_plot *plot, xy_plot *other)
{
	SYNCHRONIZED(plot);
	return other && plot->orientation == other->orientation && plot->weight == other->weight &&
		memcmp(plot->datasets, other->datasets, sizeof plot->datasets) == 0 &&
		memcmp(plot->renderers, other->renderers, sizeof plot->renderers) == 0;
}

int xy_plot_hash(xy_plot *plot)
{
	SYNCHRONIZED(plot);
	return plot->orientation * 31 + plot->weight;
}
