// SPDX-License-Identifier: Apache-2.0
// No locks anywhere. number_axis_center_range reads the range three times: if
// another thread sets one meanwhile, the ends belong to different ranges.
#include "number_axis.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define TEXT 16

struct axis_listener {
	int changes;
};

// Never freed before the axis: whoever is removed is only forgotten.
struct subscription {
	struct subscription *next;
	axis_listener *listener;
};

// Ranges never change. They are kept until the axis is freed.
struct range {
	double lower, upper;
	struct range *older;
};

struct number_axis {
#ifdef FIXED
	pthread_mutex_t monitor;
#endif
	struct subscription *listeners;
	bool notify;
	struct range *range;
	struct range *ranges; // all of them
	bool visible;
	char label[TEXT];
	int label_font;
	unsigned label_paint;
	double label_insets;
	double label_angle;
	bool axis_line_visible;
	unsigned axis_line_paint;
	float axis_line_stroke;
	bool tick_labels_visible;
	int tick_label_font;
	unsigned tick_label_paint;
	double tick_label_insets;
	bool tick_marks_visible;
	float tick_mark_inside_length;
	float tick_mark_outside_length;
	float tick_mark_stroke;
	unsigned tick_mark_paint;
	double fixed_dimension;
	int plot;
	bool vertical_tick_labels;
	bool positive_arrow_visible;
	bool negative_arrow_visible;
	int up_arrow;
	int down_arrow;
	int left_arrow;
	int right_arrow;
	bool inverted;
	double auto_range_minimum_size;
	double lower_margin;
	double upper_margin;
	double fixed_auto_range;
	bool auto_tick_unit_selection;
	int standard_tick_units;
	int auto_tick_index;
	bool auto_range;
	int range_type;
	bool auto_range_includes_zero;
	bool auto_range_sticky_zero;
	double tick_unit;
	int number_format_override;
	int marker_band;
};

// The repair: every function holds the monitor.
#ifdef FIXED
#define SYNCHRONIZED(object) __attribute__((cleanup(leave), unused)) struct number_axis *held = enter(object)

static number_axis *enter(number_axis *object)
{
	pthread_mutex_lock(&object->monitor);
	return object;
}

static void leave(number_axis **object)
{
	pthread_mutex_unlock(&(*object)->monitor);
}

static void monitor_init(number_axis *object)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&object->monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

static void monitor_destroy(number_axis *object)
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

static struct range *range_new(number_axis *axis, double lower, double upper)
{
	assert(!(lower > upper));
	struct range *range = malloc(sizeof *range);
	if (!range) {
		abort();
	}
	*range = (struct range){lower, upper, axis->ranges};
	axis->ranges = range;
	return range;
}

// ---- listeners -------------------------------------------------------------

axis_listener *axis_listener_new(void)
{
	return calloc(1, sizeof(axis_listener));
}

void axis_listener_free(axis_listener *listener)
{
	free(listener);
}

static void notify_listeners(number_axis *axis)
{
	struct subscription *subscription = axis->notify ? axis->listeners : NULL;
	for (; subscription; subscription = subscription->next) {
		axis_listener *listener = subscription->listener;
		if (listener) {
			listener->changes++;
		}
	}
}

int number_axis_add_change_listener(number_axis *axis, axis_listener *listener)
{
	SYNCHRONIZED(axis);
	struct subscription *subscription = listener ? malloc(sizeof *subscription) : NULL;
	if (!subscription) {
		return -1;
	}
	*subscription = (struct subscription){axis->listeners, listener};
	axis->listeners = subscription;
	return 0;
}

int number_axis_remove_change_listener(number_axis *axis, axis_listener *listener)
{
	SYNCHRONIZED(axis);
	struct subscription *subscription = axis->listeners;
	while (subscription && subscription->listener != listener) {
		subscription = subscription->next;
	}
	if (!subscription) {
		return -1;
	}
	subscription->listener = NULL;
	return 0;
}

bool number_axis_has_listener(number_axis *axis, axis_listener *listener)
{
	SYNCHRONIZED(axis);
	struct subscription *subscription = axis->listeners;
	while (subscription && subscription->listener != listener) {
		subscription = subscription->next;
	}
	return subscription != NULL;
}

void number_axis_notify_listeners(number_axis *axis)
{
	SYNCHRONIZED(axis);
	notify_listeners(axis);
}

// ---- what every axis has ---------------------------------------------------

bool number_axis_is_visible(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->visible;
}

void number_axis_set_visible(number_axis *axis, bool visible)
{
	SYNCHRONIZED(axis);
	if (axis->visible != visible) {
		axis->visible = visible;
		notify_listeners(axis);
	}
}

size_t number_axis_get_label(number_axis *axis, char *label, size_t size)
{
	SYNCHRONIZED(axis);
	return get_text(axis->label, label, size);
}

void number_axis_set_label(number_axis *axis, const char *label)
{
	SYNCHRONIZED(axis);
	set_text(axis->label, label);
	notify_listeners(axis);
}

int number_axis_get_label_font(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->label_font;
}

void number_axis_set_label_font(number_axis *axis, int label_font)
{
	SYNCHRONIZED(axis);
	if (axis->label_font != label_font) {
		axis->label_font = label_font;
		notify_listeners(axis);
	}
}

unsigned number_axis_get_label_paint(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->label_paint;
}

void number_axis_set_label_paint(number_axis *axis, unsigned label_paint)
{
	SYNCHRONIZED(axis);
	if (axis->label_paint != label_paint) {
		axis->label_paint = label_paint;
		notify_listeners(axis);
	}
}

double number_axis_get_label_insets(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->label_insets;
}

void number_axis_set_label_insets(number_axis *axis, double label_insets)
{
	SYNCHRONIZED(axis);
	if (axis->label_insets != label_insets) {
		axis->label_insets = label_insets;
		notify_listeners(axis);
	}
}

double number_axis_get_label_angle(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->label_angle;
}

void number_axis_set_label_angle(number_axis *axis, double label_angle)
{
	SYNCHRONIZED(axis);
	if (axis->label_angle != label_angle) {
		axis->label_angle = label_angle;
		notify_listeners(axis);
	}
}

bool number_axis_is_axis_line_visible(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->axis_line_visible;
}

void number_axis_set_axis_line_visible(number_axis *axis, bool axis_line_visible)
{
	SYNCHRONIZED(axis);
	if (axis->axis_line_visible != axis_line_visible) {
		axis->axis_line_visible = axis_line_visible;
		notify_listeners(axis);
	}
}

unsigned number_axis_get_axis_line_paint(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->axis_line_paint;
}

void number_axis_set_axis_line_paint(number_axis *axis, unsigned axis_line_paint)
{
	SYNCHRONIZED(axis);
	if (axis->axis_line_paint != axis_line_paint) {
		axis->axis_line_paint = axis_line_paint;
		notify_listeners(axis);
	}
}

float number_axis_get_axis_line_stroke(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->axis_line_stroke;
}

void number_axis_set_axis_line_stroke(number_axis *axis, float axis_line_stroke)
{
	SYNCHRONIZED(axis);
	if (axis->axis_line_stroke != axis_line_stroke) {
		axis->axis_line_stroke = axis_line_stroke;
		notify_listeners(axis);
	}
}

bool number_axis_is_tick_labels_visible(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->tick_labels_visible;
}

void number_axis_set_tick_labels_visible(number_axis *axis, bool tick_labels_visible)
{
	SYNCHRONIZED(axis);
	if (axis->tick_labels_visible != tick_labels_visible) {
		axis->tick_labels_visible = tick_labels_visible;
		notify_listeners(axis);
	}
}

int number_axis_get_tick_label_font(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->tick_label_font;
}

void number_axis_set_tick_label_font(number_axis *axis, int tick_label_font)
{
	SYNCHRONIZED(axis);
	if (axis->tick_label_font != tick_label_font) {
		axis->tick_label_font = tick_label_font;
		notify_listeners(axis);
	}
}

unsigned number_axis_get_tick_label_paint(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->tick_label_paint;
}

void number_axis_set_tick_label_paint(number_axis *axis, unsigned tick_label_paint)
{
	SYNCHRONIZED(axis);
	if (axis->tick_label_paint != tick_label_paint) {
		axis->tick_label_paint = tick_label_paint;
		notify_listeners(axis);
	}
}

double number_axis_get_tick_label_insets(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->tick_label_insets;
}

void number_axis_set_tick_label_insets(number_axis *axis, double tick_label_insets)
{
	SYNCHRONIZED(axis);
	if (axis->tick_label_insets != tick_label_insets) {
		axis->tick_label_insets = tick_label_insets;
		notify_listeners(axis);
	}
}

bool number_axis_is_tick_marks_visible(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->tick_marks_visible;
}

void number_axis_set_tick_marks_visible(number_axis *axis, bool tick_marks_visible)
{
	SYNCHRONIZED(axis);
	if (axis->tick_marks_visible != tick_marks_visible) {
		axis->tick_marks_visible = tick_marks_visible;
		notify_listeners(axis);
	}
}

float number_axis_get_tick_mark_inside_length(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->tick_mark_inside_length;
}

void number_axis_set_tick_mark_inside_length(number_axis *axis, float tick_mark_inside_length)
{
	SYNCHRONIZED(axis);
	if (axis->tick_mark_inside_length != tick_mark_inside_length) {
		axis->tick_mark_inside_length = tick_mark_inside_length;
		notify_listeners(axis);
	}
}

float number_axis_get_tick_mark_outside_length(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->tick_mark_outside_length;
}

void number_axis_set_tick_mark_outside_length(number_axis *axis, float tick_mark_outside_length)
{
	SYNCHRONIZED(axis);
	if (axis->tick_mark_outside_length != tick_mark_outside_length) {
		axis->tick_mark_outside_length = tick_mark_outside_length;
		notify_listeners(axis);
	}
}

float number_axis_get_tick_mark_stroke(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->tick_mark_stroke;
}

void number_axis_set_tick_mark_stroke(number_axis *axis, float tick_mark_stroke)
{
	SYNCHRONIZED(axis);
	if (axis->tick_mark_stroke != tick_mark_stroke) {
		axis->tick_mark_stroke = tick_mark_stroke;
		notify_listeners(axis);
	}
}

unsigned number_axis_get_tick_mark_paint(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->tick_mark_paint;
}

void number_axis_set_tick_mark_paint(number_axis *axis, unsigned tick_mark_paint)
{
	SYNCHRONIZED(axis);
	if (axis->tick_mark_paint != tick_mark_paint) {
		axis->tick_mark_paint = tick_mark_paint;
		notify_listeners(axis);
	}
}

double number_axis_get_fixed_dimension(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->fixed_dimension;
}

void number_axis_set_fixed_dimension(number_axis *axis, double fixed_dimension)
{
	SYNCHRONIZED(axis);
	if (axis->fixed_dimension != fixed_dimension) {
		axis->fixed_dimension = fixed_dimension;
		notify_listeners(axis);
	}
}

int number_axis_get_plot(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->plot;
}

void number_axis_set_plot(number_axis *axis, int plot)
{
	SYNCHRONIZED(axis);
	if (axis->plot != plot) {
		axis->plot = plot;
		notify_listeners(axis);
	}
}

// ---- what every axis of values has -----------------------------------------

bool number_axis_is_vertical_tick_labels(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->vertical_tick_labels;
}

void number_axis_set_vertical_tick_labels(number_axis *axis, bool vertical_tick_labels)
{
	SYNCHRONIZED(axis);
	if (axis->vertical_tick_labels != vertical_tick_labels) {
		axis->vertical_tick_labels = vertical_tick_labels;
		notify_listeners(axis);
	}
}

bool number_axis_is_positive_arrow_visible(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->positive_arrow_visible;
}

void number_axis_set_positive_arrow_visible(number_axis *axis, bool positive_arrow_visible)
{
	SYNCHRONIZED(axis);
	if (axis->positive_arrow_visible != positive_arrow_visible) {
		axis->positive_arrow_visible = positive_arrow_visible;
		notify_listeners(axis);
	}
}

bool number_axis_is_negative_arrow_visible(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->negative_arrow_visible;
}

void number_axis_set_negative_arrow_visible(number_axis *axis, bool negative_arrow_visible)
{
	SYNCHRONIZED(axis);
	if (axis->negative_arrow_visible != negative_arrow_visible) {
		axis->negative_arrow_visible = negative_arrow_visible;
		notify_listeners(axis);
	}
}

int number_axis_get_up_arrow(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->up_arrow;
}

void number_axis_set_up_arrow(number_axis *axis, int up_arrow)
{
	SYNCHRONIZED(axis);
	if (axis->up_arrow != up_arrow) {
		axis->up_arrow = up_arrow;
		notify_listeners(axis);
	}
}

int number_axis_get_down_arrow(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->down_arrow;
}

void number_axis_set_down_arrow(number_axis *axis, int down_arrow)
{
	SYNCHRONIZED(axis);
	if (axis->down_arrow != down_arrow) {
		axis->down_arrow = down_arrow;
		notify_listeners(axis);
	}
}

int number_axis_get_left_arrow(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->left_arrow;
}

void number_axis_set_left_arrow(number_axis *axis, int left_arrow)
{
	SYNCHRONIZED(axis);
	if (axis->left_arrow != left_arrow) {
		axis->left_arrow = left_arrow;
		notify_listeners(axis);
	}
}

int number_axis_get_right_arrow(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->right_arrow;
}

void number_axis_set_right_arrow(number_axis *axis, int right_arrow)
{
	SYNCHRONIZED(axis);
	if (axis->right_arrow != right_arrow) {
		axis->right_arrow = right_arrow;
		notify_listeners(axis);
	}
}

bool number_axis_is_inverted(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->inverted;
}

void number_axis_set_inverted(number_axis *axis, bool inverted)
{
	SYNCHRONIZED(axis);
	if (axis->inverted != inverted) {
		axis->inverted = inverted;
		notify_listeners(axis);
	}
}

double number_axis_get_auto_range_minimum_size(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->auto_range_minimum_size;
}

int number_axis_set_auto_range_minimum_size(number_axis *axis, double auto_range_minimum_size)
{
	SYNCHRONIZED(axis);
	if (!(auto_range_minimum_size > 0)) {
		return -1;
	}
	axis->auto_range_minimum_size = auto_range_minimum_size;
	notify_listeners(axis);
	return 0;
}

double number_axis_get_lower_margin(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->lower_margin;
}

void number_axis_set_lower_margin(number_axis *axis, double lower_margin)
{
	SYNCHRONIZED(axis);
	if (axis->lower_margin != lower_margin) {
		axis->lower_margin = lower_margin;
		notify_listeners(axis);
	}
}

double number_axis_get_upper_margin(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->upper_margin;
}

void number_axis_set_upper_margin(number_axis *axis, double upper_margin)
{
	SYNCHRONIZED(axis);
	if (axis->upper_margin != upper_margin) {
		axis->upper_margin = upper_margin;
		notify_listeners(axis);
	}
}

double number_axis_get_fixed_auto_range(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->fixed_auto_range;
}

void number_axis_set_fixed_auto_range(number_axis *axis, double fixed_auto_range)
{
	SYNCHRONIZED(axis);
	if (axis->fixed_auto_range != fixed_auto_range) {
		axis->fixed_auto_range = fixed_auto_range;
		notify_listeners(axis);
	}
}

bool number_axis_is_auto_tick_unit_selection(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->auto_tick_unit_selection;
}

void number_axis_set_auto_tick_unit_selection(number_axis *axis, bool auto_tick_unit_selection)
{
	SYNCHRONIZED(axis);
	if (axis->auto_tick_unit_selection != auto_tick_unit_selection) {
		axis->auto_tick_unit_selection = auto_tick_unit_selection;
		notify_listeners(axis);
	}
}

int number_axis_get_standard_tick_units(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->standard_tick_units;
}

void number_axis_set_standard_tick_units(number_axis *axis, int standard_tick_units)
{
	SYNCHRONIZED(axis);
	if (axis->standard_tick_units != standard_tick_units) {
		axis->standard_tick_units = standard_tick_units;
		notify_listeners(axis);
	}
}

int number_axis_get_auto_tick_index(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->auto_tick_index;
}

void number_axis_set_auto_tick_index(number_axis *axis, int auto_tick_index)
{
	SYNCHRONIZED(axis);
	if (axis->auto_tick_index != auto_tick_index) {
		axis->auto_tick_index = auto_tick_index;
		notify_listeners(axis);
	}
}

// ---- the range -------------------------------------------------------------

static void set_range(number_axis *axis, struct range *range)
{
	axis->auto_range = false;
	axis->range = range;
	notify_listeners(axis);
}

double number_axis_get_lower_bound(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->range->lower;
}

double number_axis_get_upper_bound(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->range->upper;
}

void number_axis_set_lower_bound(number_axis *axis, double lower)
{
	SYNCHRONIZED(axis);
	if (axis->range->upper > lower) {
		set_range(axis, range_new(axis, lower, axis->range->upper));
	} else {
		set_range(axis, range_new(axis, lower, lower + 1));
	}
}

void number_axis_set_upper_bound(number_axis *axis, double upper)
{
	SYNCHRONIZED(axis);
	if (axis->range->lower < upper) {
		set_range(axis, range_new(axis, axis->range->lower, upper));
	} else {
		set_range(axis, range_new(axis, upper - 1, upper));
	}
}

double number_axis_get_range(number_axis *axis)
{
	SYNCHRONIZED(axis);
	struct range *range = axis->range;
	return range->upper - range->lower;
}

int number_axis_set_range(number_axis *axis, double lower, double upper)
{
	SYNCHRONIZED(axis);
	if (!(lower < upper)) {
		return -1;
	}
	set_range(axis, range_new(axis, lower, upper));
	return 0;
}

int number_axis_set_range_with_margins(number_axis *axis, double lower, double upper)
{
	SYNCHRONIZED(axis);
	if (!(lower < upper)) {
		return -1;
	}
	double length = upper - lower;
	set_range(axis, range_new(axis, lower - length * fabs(axis->lower_margin), upper + length * fabs(axis->upper_margin)));
	return 0;
}

int number_axis_set_range_about_value(number_axis *axis, double value, double length)
{
	SYNCHRONIZED(axis);
	if (!(length > 0)) {
		return -1;
	}
	set_range(axis, range_new(axis, value - length / 2, value + length / 2));
	return 0;
}

void number_axis_center_range(number_axis *axis, double value)
{
	SYNCHRONIZED(axis);
	double central = (axis->range->lower + axis->range->upper) / 2;
	struct range *adjusted = range_new(axis, axis->range->lower + value - central, axis->range->upper + value - central);
	set_range(axis, adjusted);
}

void number_axis_resize_range(number_axis *axis, double percent)
{
	SYNCHRONIZED(axis);
	struct range *range = axis->range;
	number_axis_resize_range_around(axis, percent, (range->lower + range->upper) / 2);
}

void number_axis_resize_range_around(number_axis *axis, double percent, double anchor)
{
	SYNCHRONIZED(axis);
	if (percent > 0) {
		double half = (axis->range->upper - axis->range->lower) * percent / 2;
		set_range(axis, range_new(axis, anchor - fabs(half), anchor + fabs(half)));
	} else {
		number_axis_set_auto_range(axis, true);
	}
}

int number_axis_zoom_range(number_axis *axis, double lower_percent, double upper_percent)
{
	SYNCHRONIZED(axis);
	if (!(lower_percent < upper_percent)) {
		return -1;
	}
	struct range *range = axis->range;
	double length = range->upper - range->lower;
	set_range(axis, range_new(axis, range->lower + length * lower_percent, range->lower + length * upper_percent));
	return 0;
}

bool number_axis_is_auto_range(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->auto_range;
}

void number_axis_set_auto_range(number_axis *axis, bool auto_range)
{
	SYNCHRONIZED(axis);
	axis->auto_range = auto_range;
	if (auto_range) {
		number_axis_auto_adjust_range(axis);
	}
}

void number_axis_auto_adjust_range(number_axis *axis)
{
	SYNCHRONIZED(axis);
	if (axis->auto_range) {
		double length = axis->fixed_auto_range > 0 ? axis->fixed_auto_range : 1;
		axis->range = range_new(axis, 0, length);
		notify_listeners(axis);
	}
}

void number_axis_configure(number_axis *axis)
{
	SYNCHRONIZED(axis);
	number_axis_auto_adjust_range(axis);
}

// ---- places on the screen --------------------------------------------------

double number_axis_value_to_java2d(number_axis *axis, double value, double length)
{
	SYNCHRONIZED(axis);
	struct range *range = axis->range;
	double share = (value - range->lower) / (range->upper - range->lower);
	return axis->inverted ? length * (1 - share) : length * share;
}

double number_axis_java2d_to_value(number_axis *axis, double place, double length)
{
	SYNCHRONIZED(axis);
	struct range *range = axis->range;
	double share = axis->inverted ? 1 - place / length : place / length;
	return range->lower + share * (range->upper - range->lower);
}

double number_axis_length_to_java2d(number_axis *axis, double values, double length)
{
	SYNCHRONIZED(axis);
	return number_axis_value_to_java2d(axis, values, length) - number_axis_value_to_java2d(axis, 0, length);
}

double number_axis_get_anchor_value(number_axis *axis)
{
	SYNCHRONIZED(axis);
	struct range *range = axis->range;
	return (range->lower + range->upper) / 2;
}

// ---- what an axis of numbers has -------------------------------------------

int number_axis_get_range_type(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->range_type;
}

void number_axis_set_range_type(number_axis *axis, int range_type)
{
	SYNCHRONIZED(axis);
	if (axis->range_type != range_type) {
		axis->range_type = range_type;
		notify_listeners(axis);
	}
}

bool number_axis_is_auto_range_includes_zero(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->auto_range_includes_zero;
}

void number_axis_set_auto_range_includes_zero(number_axis *axis, bool auto_range_includes_zero)
{
	SYNCHRONIZED(axis);
	if (axis->auto_range_includes_zero != auto_range_includes_zero) {
		axis->auto_range_includes_zero = auto_range_includes_zero;
		notify_listeners(axis);
	}
}

bool number_axis_is_auto_range_sticky_zero(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->auto_range_sticky_zero;
}

void number_axis_set_auto_range_sticky_zero(number_axis *axis, bool auto_range_sticky_zero)
{
	SYNCHRONIZED(axis);
	if (axis->auto_range_sticky_zero != auto_range_sticky_zero) {
		axis->auto_range_sticky_zero = auto_range_sticky_zero;
		notify_listeners(axis);
	}
}

double number_axis_get_tick_unit(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->tick_unit;
}

int number_axis_set_tick_unit(number_axis *axis, double tick_unit)
{
	SYNCHRONIZED(axis);
	if (!(tick_unit > 0)) {
		return -1;
	}
	axis->tick_unit = tick_unit;
	notify_listeners(axis);
	return 0;
}

int number_axis_get_number_format_override(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->number_format_override;
}

void number_axis_set_number_format_override(number_axis *axis, int number_format_override)
{
	SYNCHRONIZED(axis);
	if (axis->number_format_override != number_format_override) {
		axis->number_format_override = number_format_override;
		notify_listeners(axis);
	}
}

int number_axis_get_marker_band(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->marker_band;
}

void number_axis_set_marker_band(number_axis *axis, int marker_band)
{
	SYNCHRONIZED(axis);
	if (axis->marker_band != marker_band) {
		axis->marker_band = marker_band;
		notify_listeners(axis);
	}
}

double number_axis_calculate_lowest_visible_tick_value(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return ceil(axis->range->lower / axis->tick_unit) * axis->tick_unit;
}

double number_axis_calculate_highest_visible_tick_value(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return floor(axis->range->upper / axis->tick_unit) * axis->tick_unit;
}

double number_axis_calculate_visible_tick_count(number_axis *axis)
{
	SYNCHRONIZED(axis);
	double unit = axis->tick_unit;
	return floor(axis->range->upper / unit) - ceil(axis->range->lower / unit) + 1;
}

double number_axis_estimate_maximum_tick_label_height(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->tick_label_font + 2 * axis->tick_label_insets;
}

double number_axis_estimate_maximum_tick_label_width(number_axis *axis, int digits)
{
	SYNCHRONIZED(axis);
	return axis->tick_label_font * (digits > 0 ? digits : 1) * 0.6 + 2 * axis->tick_label_insets;
}

void number_axis_select_auto_tick_unit(number_axis *axis, double length)
{
	SYNCHRONIZED(axis);
	double width = number_axis_estimate_maximum_tick_label_width(axis, 4);
	double unit = number_axis_get_range(axis) * (length > width ? width / length : 1);
	if (unit > 0) {
		axis->tick_unit = unit;
		axis->auto_tick_index++;
	}
}

int number_axis_refresh_ticks(number_axis *axis, double length)
{
	SYNCHRONIZED(axis);
	if (axis->auto_tick_unit_selection) {
		number_axis_select_auto_tick_unit(axis, length);
	}
	double count = number_axis_calculate_visible_tick_count(axis);
	return count > 0 && count < 500 ? (int)count : 0;
}

double number_axis_reserve_space(number_axis *axis)
{
	SYNCHRONIZED(axis);
	if (axis->fixed_dimension > 0) {
		return axis->fixed_dimension;
	}
	double label = axis->label[0] ? axis->label_font + 2 * axis->label_insets : 0;
	return axis->visible ? label + number_axis_estimate_maximum_tick_label_height(axis) : 0;
}

// ---- making ----------------------------------------------------------------

number_axis *number_axis_new(const char *label)
{
	number_axis *axis = calloc(1, sizeof *axis);
	if (!axis) {
		return NULL;
	}
	monitor_init(axis);
	axis->notify = true;
	axis->range = range_new(axis, 0, 1);
	set_text(axis->label, label);
	axis->visible = true;
	axis->label_font = 14;
	axis->label_insets = 3;
	axis->axis_line_visible = true;
	axis->axis_line_paint = 0x808080;
	axis->axis_line_stroke = 1;
	axis->tick_labels_visible = true;
	axis->tick_label_font = 10;
	axis->tick_label_insets = 2;
	axis->tick_marks_visible = true;
	axis->tick_mark_outside_length = 2;
	axis->tick_mark_stroke = 1;
	axis->tick_mark_paint = 0x808080;
	axis->plot = -1;
	axis->auto_range_minimum_size = 1e-9;
	axis->lower_margin = 0.05;
	axis->upper_margin = 0.05;
	axis->auto_tick_unit_selection = true;
	axis->auto_tick_index = 7;
	axis->auto_range = true;
	axis->auto_range_includes_zero = true;
	axis->auto_range_sticky_zero = true;
	axis->tick_unit = 1;
	return axis;
}

void number_axis_free(number_axis *axis)
{
	if (!axis) {
		return;
	}
	while (axis->ranges) {
		struct range *range = axis->ranges;
		axis->ranges = range->older;
		free(range);
	}
	while (axis->listeners) {
		struct subscription *subscription = axis->listeners;
		axis->listeners = subscription->next;
		free(subscription);
	}
	monitor_destroy(axis);
	free(axis);
}

number_axis *number_axis_clone(number_axis *axis)
{
	SYNCHRONIZED(axis);
	number_axis *copy = number_axis_new(axis->label);
	if (copy) {
		copy->range = range_new(copy, axis->range->lower, axis->range->upper);
		copy->tick_unit = axis->tick_unit;
		copy->inverted = axis->inverted;
		copy->auto_range = axis->auto_range;
	}
	return copy;
}

bool number_axis_equals(number_axis *axis, number_axis *other)
{
	SYNCHRONIZED(axis);
	return other && axis->range->lower == other->range->lower && axis->range->upper == other->range->upper &&
		axis->tick_unit == other->tick_unit && axis->inverted == other->inverted;
}

int number_axis_hash(number_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->label[0] * 31 + axis->range_type;
}
