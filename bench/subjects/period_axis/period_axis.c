// SPDX-License-Identifier: Apache-2.0
// No locks anywhere. Whoever sets the range sets the first day, then the last;
// period_axis_get_range reads the one, then the other.
#include "period_axis.h"

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

#define DAY 86400000.0
#define TODAY 1143849600000.0 // 1 April 2006

// Ranges never change. They are kept until the axis is freed.
struct range {
	double lower, upper;
	struct range *older;
};

struct period_axis {
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
	double first; // moments: when the first day begins
	double last;  // and the last one ends
	bool auto_range;
	int time_zone;
	int locale;
	int auto_range_time_period;
	int major_tick_time_period;
	int minor_tick_time_period;
	bool minor_tick_marks_visible;
	float minor_tick_mark_stroke;
	unsigned minor_tick_mark_paint;
	float minor_tick_mark_inside_length;
	float minor_tick_mark_outside_length;
	char date_format[TEXT];
	int label_info;
};

// The repair: every function holds the monitor.
#ifdef FIXED
#define SYNCHRONIZED(object) __attribute__((cleanup(leave), unused)) struct period_axis *held = enter(object)

static period_axis *enter(period_axis *object)
{
	pthread_mutex_lock(&object->monitor);
	return object;
}

static void leave(period_axis **object)
{
	pthread_mutex_unlock(&(*object)->monitor);
}

static void monitor_init(period_axis *object)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&object->monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

static void monitor_destroy(period_axis *object)
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

static double start_of_day(double moment)
{
	return floor(moment / DAY) * DAY;
}

static struct range *range_new(period_axis *axis, double lower, double upper)
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

static void notify_listeners(period_axis *axis)
{
	struct subscription *subscription = axis->notify ? axis->listeners : NULL;
	for (; subscription; subscription = subscription->next) {
		axis_listener *listener = subscription->listener;
		if (listener) {
			listener->changes++;
		}
	}
}

int period_axis_add_change_listener(period_axis *axis, axis_listener *listener)
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

int period_axis_remove_change_listener(period_axis *axis, axis_listener *listener)
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

bool period_axis_has_listener(period_axis *axis, axis_listener *listener)
{
	SYNCHRONIZED(axis);
	struct subscription *subscription = axis->listeners;
	while (subscription && subscription->listener != listener) {
		subscription = subscription->next;
	}
	return subscription != NULL;
}

void period_axis_notify_listeners(period_axis *axis)
{
	SYNCHRONIZED(axis);
	notify_listeners(axis);
}

// ---- what every axis has ---------------------------------------------------

bool period_axis_is_visible(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->visible;
}

void period_axis_set_visible(period_axis *axis, bool visible)
{
	SYNCHRONIZED(axis);
	if (axis->visible != visible) {
		axis->visible = visible;
		notify_listeners(axis);
	}
}

size_t period_axis_get_label(period_axis *axis, char *label, size_t size)
{
	SYNCHRONIZED(axis);
	return get_text(axis->label, label, size);
}

void period_axis_set_label(period_axis *axis, const char *label)
{
	SYNCHRONIZED(axis);
	set_text(axis->label, label);
	notify_listeners(axis);
}

int period_axis_get_label_font(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->label_font;
}

void period_axis_set_label_font(period_axis *axis, int label_font)
{
	SYNCHRONIZED(axis);
	if (axis->label_font != label_font) {
		axis->label_font = label_font;
		notify_listeners(axis);
	}
}

unsigned period_axis_get_label_paint(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->label_paint;
}

void period_axis_set_label_paint(period_axis *axis, unsigned label_paint)
{
	SYNCHRONIZED(axis);
	if (axis->label_paint != label_paint) {
		axis->label_paint = label_paint;
		notify_listeners(axis);
	}
}

double period_axis_get_label_insets(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->label_insets;
}

void period_axis_set_label_insets(period_axis *axis, double label_insets)
{
	SYNCHRONIZED(axis);
	if (axis->label_insets != label_insets) {
		axis->label_insets = label_insets;
		notify_listeners(axis);
	}
}

double period_axis_get_label_angle(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->label_angle;
}

void period_axis_set_label_angle(period_axis *axis, double label_angle)
{
	SYNCHRONIZED(axis);
	if (axis->label_angle != label_angle) {
		axis->label_angle = label_angle;
		notify_listeners(axis);
	}
}

bool period_axis_is_axis_line_visible(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->axis_line_visible;
}

void period_axis_set_axis_line_visible(period_axis *axis, bool axis_line_visible)
{
	SYNCHRONIZED(axis);
	if (axis->axis_line_visible != axis_line_visible) {
		axis->axis_line_visible = axis_line_visible;
		notify_listeners(axis);
	}
}

unsigned period_axis_get_axis_line_paint(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->axis_line_paint;
}

void period_axis_set_axis_line_paint(period_axis *axis, unsigned axis_line_paint)
{
	SYNCHRONIZED(axis);
	if (axis->axis_line_paint != axis_line_paint) {
		axis->axis_line_paint = axis_line_paint;
		notify_listeners(axis);
	}
}

float period_axis_get_axis_line_stroke(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->axis_line_stroke;
}

void period_axis_set_axis_line_stroke(period_axis *axis, float axis_line_stroke)
{
	SYNCHRONIZED(axis);
	if (axis->axis_line_stroke != axis_line_stroke) {
		axis->axis_line_stroke = axis_line_stroke;
		notify_listeners(axis);
	}
}

bool period_axis_is_tick_labels_visible(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->tick_labels_visible;
}

void period_axis_set_tick_labels_visible(period_axis *axis, bool tick_labels_visible)
{
	SYNCHRONIZED(axis);
	if (axis->tick_labels_visible != tick_labels_visible) {
		axis->tick_labels_visible = tick_labels_visible;
		notify_listeners(axis);
	}
}

int period_axis_get_tick_label_font(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->tick_label_font;
}

void period_axis_set_tick_label_font(period_axis *axis, int tick_label_font)
{
	SYNCHRONIZED(axis);
	if (axis->tick_label_font != tick_label_font) {
		axis->tick_label_font = tick_label_font;
		notify_listeners(axis);
	}
}

unsigned period_axis_get_tick_label_paint(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->tick_label_paint;
}

void period_axis_set_tick_label_paint(period_axis *axis, unsigned tick_label_paint)
{
	SYNCHRONIZED(axis);
	if (axis->tick_label_paint != tick_label_paint) {
		axis->tick_label_paint = tick_label_paint;
		notify_listeners(axis);
	}
}

double period_axis_get_tick_label_insets(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->tick_label_insets;
}

void period_axis_set_tick_label_insets(period_axis *axis, double tick_label_insets)
{
	SYNCHRONIZED(axis);
	if (axis->tick_label_insets != tick_label_insets) {
		axis->tick_label_insets = tick_label_insets;
		notify_listeners(axis);
	}
}

bool period_axis_is_tick_marks_visible(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->tick_marks_visible;
}

void period_axis_set_tick_marks_visible(period_axis *axis, bool tick_marks_visible)
{
	SYNCHRONIZED(axis);
	if (axis->tick_marks_visible != tick_marks_visible) {
		axis->tick_marks_visible = tick_marks_visible;
		notify_listeners(axis);
	}
}

float period_axis_get_tick_mark_inside_length(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->tick_mark_inside_length;
}

void period_axis_set_tick_mark_inside_length(period_axis *axis, float tick_mark_inside_length)
{
	SYNCHRONIZED(axis);
	if (axis->tick_mark_inside_length != tick_mark_inside_length) {
		axis->tick_mark_inside_length = tick_mark_inside_length;
		notify_listeners(axis);
	}
}

float period_axis_get_tick_mark_outside_length(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->tick_mark_outside_length;
}

void period_axis_set_tick_mark_outside_length(period_axis *axis, float tick_mark_outside_length)
{
	SYNCHRONIZED(axis);
	if (axis->tick_mark_outside_length != tick_mark_outside_length) {
		axis->tick_mark_outside_length = tick_mark_outside_length;
		notify_listeners(axis);
	}
}

float period_axis_get_tick_mark_stroke(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->tick_mark_stroke;
}

void period_axis_set_tick_mark_stroke(period_axis *axis, float tick_mark_stroke)
{
	SYNCHRONIZED(axis);
	if (axis->tick_mark_stroke != tick_mark_stroke) {
		axis->tick_mark_stroke = tick_mark_stroke;
		notify_listeners(axis);
	}
}

unsigned period_axis_get_tick_mark_paint(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->tick_mark_paint;
}

void period_axis_set_tick_mark_paint(period_axis *axis, unsigned tick_mark_paint)
{
	SYNCHRONIZED(axis);
	if (axis->tick_mark_paint != tick_mark_paint) {
		axis->tick_mark_paint = tick_mark_paint;
		notify_listeners(axis);
	}
}

double period_axis_get_fixed_dimension(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->fixed_dimension;
}

void period_axis_set_fixed_dimension(period_axis *axis, double fixed_dimension)
{
	SYNCHRONIZED(axis);
	if (axis->fixed_dimension != fixed_dimension) {
		axis->fixed_dimension = fixed_dimension;
		notify_listeners(axis);
	}
}

int period_axis_get_plot(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->plot;
}

void period_axis_set_plot(period_axis *axis, int plot)
{
	SYNCHRONIZED(axis);
	if (axis->plot != plot) {
		axis->plot = plot;
		notify_listeners(axis);
	}
}

// ---- what every axis of values has -----------------------------------------

bool period_axis_is_vertical_tick_labels(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->vertical_tick_labels;
}

void period_axis_set_vertical_tick_labels(period_axis *axis, bool vertical_tick_labels)
{
	SYNCHRONIZED(axis);
	if (axis->vertical_tick_labels != vertical_tick_labels) {
		axis->vertical_tick_labels = vertical_tick_labels;
		notify_listeners(axis);
	}
}

bool period_axis_is_positive_arrow_visible(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->positive_arrow_visible;
}

void period_axis_set_positive_arrow_visible(period_axis *axis, bool positive_arrow_visible)
{
	SYNCHRONIZED(axis);
	if (axis->positive_arrow_visible != positive_arrow_visible) {
		axis->positive_arrow_visible = positive_arrow_visible;
		notify_listeners(axis);
	}
}

bool period_axis_is_negative_arrow_visible(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->negative_arrow_visible;
}

void period_axis_set_negative_arrow_visible(period_axis *axis, bool negative_arrow_visible)
{
	SYNCHRONIZED(axis);
	if (axis->negative_arrow_visible != negative_arrow_visible) {
		axis->negative_arrow_visible = negative_arrow_visible;
		notify_listeners(axis);
	}
}

int period_axis_get_up_arrow(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->up_arrow;
}

void period_axis_set_up_arrow(period_axis *axis, int up_arrow)
{
	SYNCHRONIZED(axis);
	if (axis->up_arrow != up_arrow) {
		axis->up_arrow = up_arrow;
		notify_listeners(axis);
	}
}

int period_axis_get_down_arrow(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->down_arrow;
}

void period_axis_set_down_arrow(period_axis *axis, int down_arrow)
{
	SYNCHRONIZED(axis);
	if (axis->down_arrow != down_arrow) {
		axis->down_arrow = down_arrow;
		notify_listeners(axis);
	}
}

int period_axis_get_left_arrow(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->left_arrow;
}

void period_axis_set_left_arrow(period_axis *axis, int left_arrow)
{
	SYNCHRONIZED(axis);
	if (axis->left_arrow != left_arrow) {
		axis->left_arrow = left_arrow;
		notify_listeners(axis);
	}
}

int period_axis_get_right_arrow(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->right_arrow;
}

void period_axis_set_right_arrow(period_axis *axis, int right_arrow)
{
	SYNCHRONIZED(axis);
	if (axis->right_arrow != right_arrow) {
		axis->right_arrow = right_arrow;
		notify_listeners(axis);
	}
}

bool period_axis_is_inverted(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->inverted;
}

void period_axis_set_inverted(period_axis *axis, bool inverted)
{
	SYNCHRONIZED(axis);
	if (axis->inverted != inverted) {
		axis->inverted = inverted;
		notify_listeners(axis);
	}
}

double period_axis_get_auto_range_minimum_size(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->auto_range_minimum_size;
}

int period_axis_set_auto_range_minimum_size(period_axis *axis, double auto_range_minimum_size)
{
	SYNCHRONIZED(axis);
	if (!(auto_range_minimum_size > 0)) {
		return -1;
	}
	axis->auto_range_minimum_size = auto_range_minimum_size;
	notify_listeners(axis);
	return 0;
}

double period_axis_get_lower_margin(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->lower_margin;
}

void period_axis_set_lower_margin(period_axis *axis, double lower_margin)
{
	SYNCHRONIZED(axis);
	if (axis->lower_margin != lower_margin) {
		axis->lower_margin = lower_margin;
		notify_listeners(axis);
	}
}

double period_axis_get_upper_margin(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->upper_margin;
}

void period_axis_set_upper_margin(period_axis *axis, double upper_margin)
{
	SYNCHRONIZED(axis);
	if (axis->upper_margin != upper_margin) {
		axis->upper_margin = upper_margin;
		notify_listeners(axis);
	}
}

double period_axis_get_fixed_auto_range(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->fixed_auto_range;
}

void period_axis_set_fixed_auto_range(period_axis *axis, double fixed_auto_range)
{
	SYNCHRONIZED(axis);
	if (axis->fixed_auto_range != fixed_auto_range) {
		axis->fixed_auto_range = fixed_auto_range;
		notify_listeners(axis);
	}
}

bool period_axis_is_auto_tick_unit_selection(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->auto_tick_unit_selection;
}

void period_axis_set_auto_tick_unit_selection(period_axis *axis, bool auto_tick_unit_selection)
{
	SYNCHRONIZED(axis);
	if (axis->auto_tick_unit_selection != auto_tick_unit_selection) {
		axis->auto_tick_unit_selection = auto_tick_unit_selection;
		notify_listeners(axis);
	}
}

int period_axis_get_standard_tick_units(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->standard_tick_units;
}

void period_axis_set_standard_tick_units(period_axis *axis, int standard_tick_units)
{
	SYNCHRONIZED(axis);
	if (axis->standard_tick_units != standard_tick_units) {
		axis->standard_tick_units = standard_tick_units;
		notify_listeners(axis);
	}
}

int period_axis_get_auto_tick_index(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->auto_tick_index;
}

void period_axis_set_auto_tick_index(period_axis *axis, int auto_tick_index)
{
	SYNCHRONIZED(axis);
	if (axis->auto_tick_index != auto_tick_index) {
		axis->auto_tick_index = auto_tick_index;
		notify_listeners(axis);
	}
}

// ---- the range -------------------------------------------------------------

// The days that the range begins and ends with are set one after the other.
static void set_range(period_axis *axis, struct range *range)
{
	axis->auto_range = false;
	axis->range = range;
	axis->first = start_of_day(range->lower);
	axis->last = start_of_day(range->upper) + DAY - 1;
	notify_listeners(axis);
}

double period_axis_get_range(period_axis *axis)
{
	SYNCHRONIZED(axis);
	struct range *range = range_new(axis, axis->first, axis->last);
	return range->upper - range->lower;
}

int period_axis_set_range(period_axis *axis, double lower, double upper)
{
	SYNCHRONIZED(axis);
	if (!(lower < upper)) {
		return -1;
	}
	set_range(axis, range_new(axis, lower, upper));
	return 0;
}

int period_axis_set_range_with_margins(period_axis *axis, double lower, double upper)
{
	SYNCHRONIZED(axis);
	if (!(lower < upper)) {
		return -1;
	}
	double length = upper - lower;
	set_range(axis, range_new(axis, lower - length * fabs(axis->lower_margin), upper + length * fabs(axis->upper_margin)));
	return 0;
}

int period_axis_set_range_about_value(period_axis *axis, double value, double length)
{
	SYNCHRONIZED(axis);
	if (!(length > 0)) {
		return -1;
	}
	set_range(axis, range_new(axis, value - length / 2, value + length / 2));
	return 0;
}

double period_axis_get_lower_bound(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->range->lower;
}

double period_axis_get_upper_bound(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->range->upper;
}

void period_axis_set_lower_bound(period_axis *axis, double lower)
{
	SYNCHRONIZED(axis);
	double upper = axis->range->upper;
	set_range(axis, upper > lower ? range_new(axis, lower, upper) : range_new(axis, lower, lower + 1));
}

void period_axis_set_upper_bound(period_axis *axis, double upper)
{
	SYNCHRONIZED(axis);
	double lower = axis->range->lower;
	set_range(axis, lower < upper ? range_new(axis, lower, upper) : range_new(axis, upper - 1, upper));
}

double period_axis_get_first(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->first;
}

int period_axis_set_first(period_axis *axis, double moment)
{
	SYNCHRONIZED(axis);
	double first = start_of_day(moment);
	if (first > axis->last) {
		return -1;
	}
	axis->first = first;
	notify_listeners(axis);
	return 0;
}

double period_axis_get_last(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->last;
}

int period_axis_set_last(period_axis *axis, double moment)
{
	SYNCHRONIZED(axis);
	double last = start_of_day(moment) + DAY - 1;
	if (last < axis->first) {
		return -1;
	}
	axis->last = last;
	notify_listeners(axis);
	return 0;
}

void period_axis_center_range(period_axis *axis, double value)
{
	SYNCHRONIZED(axis);
	struct range *range = axis->range;
	double central = (range->lower + range->upper) / 2;
	set_range(axis, range_new(axis, range->lower + value - central, range->upper + value - central));
}

void period_axis_resize_range(period_axis *axis, double percent)
{
	SYNCHRONIZED(axis);
	struct range *range = axis->range;
	period_axis_resize_range_around(axis, percent, (range->lower + range->upper) / 2);
}

void period_axis_resize_range_around(period_axis *axis, double percent, double anchor)
{
	SYNCHRONIZED(axis);
	struct range *range = axis->range;
	if (percent > 0) {
		double half = (range->upper - range->lower) * percent / 2;
		set_range(axis, range_new(axis, anchor - fabs(half), anchor + fabs(half)));
	} else {
		period_axis_set_auto_range(axis, true);
	}
}

int period_axis_zoom_range(period_axis *axis, double lower_percent, double upper_percent)
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

bool period_axis_is_auto_range(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->auto_range;
}

void period_axis_set_auto_range(period_axis *axis, bool auto_range)
{
	SYNCHRONIZED(axis);
	axis->auto_range = auto_range;
	if (auto_range) {
		period_axis_auto_adjust_range(axis);
	}
}

void period_axis_auto_adjust_range(period_axis *axis)
{
	SYNCHRONIZED(axis);
	if (axis->auto_range) {
		double length = axis->fixed_auto_range > 0 ? axis->fixed_auto_range : DAY;
		set_range(axis, range_new(axis, TODAY, TODAY + length));
		axis->auto_range = true;
	}
}

void period_axis_configure(period_axis *axis)
{
	SYNCHRONIZED(axis);
	period_axis_auto_adjust_range(axis);
}

// ---- places on the screen --------------------------------------------------

double period_axis_value_to_java2d(period_axis *axis, double value, double length)
{
	SYNCHRONIZED(axis);
	double first = axis->first;
	double share = (value - first) / (axis->last - first);
	return axis->inverted ? length * (1 - share) : length * share;
}

double period_axis_java2d_to_value(period_axis *axis, double place, double length)
{
	SYNCHRONIZED(axis);
	double first = axis->first;
	double share = axis->inverted ? 1 - place / length : place / length;
	return first + share * (axis->last - first);
}

double period_axis_length_to_java2d(period_axis *axis, double time, double length)
{
	SYNCHRONIZED(axis);
	return period_axis_value_to_java2d(axis, time, length) - period_axis_value_to_java2d(axis, 0, length);
}

// ---- what an axis of periods has -------------------------------------------

int period_axis_get_time_zone(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->time_zone;
}

void period_axis_set_time_zone(period_axis *axis, int time_zone)
{
	SYNCHRONIZED(axis);
	if (axis->time_zone != time_zone) {
		axis->time_zone = time_zone;
		notify_listeners(axis);
	}
}

int period_axis_get_locale(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->locale;
}

void period_axis_set_locale(period_axis *axis, int locale)
{
	SYNCHRONIZED(axis);
	if (axis->locale != locale) {
		axis->locale = locale;
		notify_listeners(axis);
	}
}

int period_axis_get_auto_range_time_period(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->auto_range_time_period;
}

int period_axis_set_auto_range_time_period(period_axis *axis, int auto_range_time_period)
{
	SYNCHRONIZED(axis);
	if (!(auto_range_time_period > 0)) {
		return -1;
	}
	axis->auto_range_time_period = auto_range_time_period;
	notify_listeners(axis);
	return 0;
}

int period_axis_get_major_tick_time_period(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->major_tick_time_period;
}

int period_axis_set_major_tick_time_period(period_axis *axis, int major_tick_time_period)
{
	SYNCHRONIZED(axis);
	if (!(major_tick_time_period > 0)) {
		return -1;
	}
	axis->major_tick_time_period = major_tick_time_period;
	notify_listeners(axis);
	return 0;
}

int period_axis_get_minor_tick_time_period(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->minor_tick_time_period;
}

int period_axis_set_minor_tick_time_period(period_axis *axis, int minor_tick_time_period)
{
	SYNCHRONIZED(axis);
	if (!(minor_tick_time_period > 0)) {
		return -1;
	}
	axis->minor_tick_time_period = minor_tick_time_period;
	notify_listeners(axis);
	return 0;
}

bool period_axis_is_minor_tick_marks_visible(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->minor_tick_marks_visible;
}

void period_axis_set_minor_tick_marks_visible(period_axis *axis, bool minor_tick_marks_visible)
{
	SYNCHRONIZED(axis);
	if (axis->minor_tick_marks_visible != minor_tick_marks_visible) {
		axis->minor_tick_marks_visible = minor_tick_marks_visible;
		notify_listeners(axis);
	}
}

float period_axis_get_minor_tick_mark_stroke(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->minor_tick_mark_stroke;
}

void period_axis_set_minor_tick_mark_stroke(period_axis *axis, float minor_tick_mark_stroke)
{
	SYNCHRONIZED(axis);
	if (axis->minor_tick_mark_stroke != minor_tick_mark_stroke) {
		axis->minor_tick_mark_stroke = minor_tick_mark_stroke;
		notify_listeners(axis);
	}
}

unsigned period_axis_get_minor_tick_mark_paint(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->minor_tick_mark_paint;
}

void period_axis_set_minor_tick_mark_paint(period_axis *axis, unsigned minor_tick_mark_paint)
{
	SYNCHRONIZED(axis);
	if (axis->minor_tick_mark_paint != minor_tick_mark_paint) {
		axis->minor_tick_mark_paint = minor_tick_mark_paint;
		notify_listeners(axis);
	}
}

float period_axis_get_minor_tick_mark_inside_length(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->minor_tick_mark_inside_length;
}

void period_axis_set_minor_tick_mark_inside_length(period_axis *axis, float minor_tick_mark_inside_length)
{
	SYNCHRONIZED(axis);
	if (axis->minor_tick_mark_inside_length != minor_tick_mark_inside_length) {
		axis->minor_tick_mark_inside_length = minor_tick_mark_inside_length;
		notify_listeners(axis);
	}
}

float period_axis_get_minor_tick_mark_outside_length(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->minor_tick_mark_outside_length;
}

void period_axis_set_minor_tick_mark_outside_length(period_axis *axis, float minor_tick_mark_outside_length)
{
	SYNCHRONIZED(axis);
	if (axis->minor_tick_mark_outside_length != minor_tick_mark_outside_length) {
		axis->minor_tick_mark_outside_length = minor_tick_mark_outside_length;
		notify_listeners(axis);
	}
}

size_t period_axis_get_date_format(period_axis *axis, char *date_format, size_t size)
{
	SYNCHRONIZED(axis);
	return get_text(axis->date_format, date_format, size);
}

void period_axis_set_date_format(period_axis *axis, const char *date_format)
{
	SYNCHRONIZED(axis);
	set_text(axis->date_format, date_format);
	notify_listeners(axis);
}

int period_axis_get_label_info(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->label_info;
}

void period_axis_set_label_info(period_axis *axis, int label_info)
{
	SYNCHRONIZED(axis);
	if (axis->label_info != label_info) {
		axis->label_info = label_info;
		notify_listeners(axis);
	}
}

long period_axis_get_day_count(period_axis *axis)
{
	SYNCHRONIZED(axis);
	double first = axis->first;
	return (long)((axis->last - first) / DAY) + 1;
}

int period_axis_refresh_ticks(period_axis *axis)
{
	SYNCHRONIZED(axis);
	long days = period_axis_get_day_count(axis);
	int period = axis->major_tick_time_period;
	return days < 0 || days > 100000 ? 0 : (int)(days / period) + 1;
}

double period_axis_estimate_maximum_tick_label_height(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return (axis->tick_label_font + 2 * axis->tick_label_insets) * axis->label_info;
}

double period_axis_reserve_space(period_axis *axis)
{
	SYNCHRONIZED(axis);
	if (axis->fixed_dimension > 0) {
		return axis->fixed_dimension;
	}
	double label = axis->label[0] ? axis->label_font + 2 * axis->label_insets : 0;
	return axis->visible ? label + period_axis_estimate_maximum_tick_label_height(axis) : 0;
}

// ---- making ----------------------------------------------------------------

period_axis *period_axis_new(const char *label)
{
	period_axis *axis = calloc(1, sizeof *axis);
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
	axis->first = TODAY;
	axis->last = TODAY + DAY - 1;
	axis->auto_range_time_period = 1;
	axis->major_tick_time_period = 1;
	axis->minor_tick_time_period = 1;
	axis->minor_tick_marks_visible = true;
	axis->minor_tick_mark_stroke = 0.5;
	axis->minor_tick_mark_outside_length = 2;
	axis->label_info = 1;
	return axis;
}

void period_axis_free(period_axis *axis)
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

period_axis *period_axis_clone(period_axis *axis)
{
	SYNCHRONIZED(axis);
	period_axis *copy = period_axis_new(axis->label);
	if (copy) {
		copy->range = range_new(copy, axis->range->lower, axis->range->upper);
		copy->first = axis->first;
		copy->last = axis->last;
		copy->time_zone = axis->time_zone;
	}
	return copy;
}

bool period_axis_equals(period_axis *axis, period_axis *other)
{
	SYNCHRONIZED(axis);
	return other && axis->first == other->first && axis->last == other->last && axis->time_zone == other->time_zone &&
		axis->inverted == other->inverted;
}

int period_axis_hash(period_axis *axis)
{
	SYNCHRONIZED(axis);
	return axis->label[0] * 31 + axis->time_zone;
}
