// SPDX-License-Identifier: Apache-2.0
// An axis of days in a chart. Moments are milliseconds since 1970.
#ifndef PERIOD_AXIS_H
#define PERIOD_AXIS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct axis_listener axis_listener;
typedef struct period_axis period_axis;

/** Someone who counts changes; NULL when there is no memory. */
axis_listener *axis_listener_new(void);

/** Free the listener. No axis may know it any more. */
void axis_listener_free(axis_listener *listener);

/** An axis of one day; NULL when there is no memory. */
period_axis *period_axis_new(const char *label);

/** Free the axis. */
void period_axis_free(period_axis *axis);

/** Tell a listener of changes; -1 when it is NULL. */
int period_axis_add_change_listener(period_axis *axis, axis_listener *listener);

/** Tell it no more; -1 when it was not told. */
int period_axis_remove_change_listener(period_axis *axis, axis_listener *listener);

/** Whether a listener is told. */
bool period_axis_has_listener(period_axis *axis, axis_listener *listener);

/** Tell all listeners. */
void period_axis_notify_listeners(period_axis *axis);

/** Whether the axis is drawn. */
bool period_axis_is_visible(period_axis *axis);

/** Set whether the axis is drawn. */
void period_axis_set_visible(period_axis *axis, bool visible);

/** The label; how long the text is. */
size_t period_axis_get_label(period_axis *axis, char *label, size_t size);

/** Set the label. */
void period_axis_set_label(period_axis *axis, const char *label);

/** The size of the font of the label. */
int period_axis_get_label_font(period_axis *axis);

/** Set the size of the font of the label. */
void period_axis_set_label_font(period_axis *axis, int label_font);

/** The colour of the label. */
unsigned period_axis_get_label_paint(period_axis *axis);

/** Set the colour of the label. */
void period_axis_set_label_paint(period_axis *axis, unsigned label_paint);

/** The space around the label. */
double period_axis_get_label_insets(period_axis *axis);

/** Set the space around the label. */
void period_axis_set_label_insets(period_axis *axis, double label_insets);

/** The angle of the label. */
double period_axis_get_label_angle(period_axis *axis);

/** Set the angle of the label. */
void period_axis_set_label_angle(period_axis *axis, double label_angle);

/** Whether the line of the axis is drawn. */
bool period_axis_is_axis_line_visible(period_axis *axis);

/** Set whether the line of the axis is drawn. */
void period_axis_set_axis_line_visible(period_axis *axis, bool axis_line_visible);

/** The colour of the line. */
unsigned period_axis_get_axis_line_paint(period_axis *axis);

/** Set the colour of the line. */
void period_axis_set_axis_line_paint(period_axis *axis, unsigned axis_line_paint);

/** The width of the line. */
float period_axis_get_axis_line_stroke(period_axis *axis);

/** Set the width of the line. */
void period_axis_set_axis_line_stroke(period_axis *axis, float axis_line_stroke);

/** Whether ticks have labels. */
bool period_axis_is_tick_labels_visible(period_axis *axis);

/** Set whether ticks have labels. */
void period_axis_set_tick_labels_visible(period_axis *axis, bool tick_labels_visible);

/** The size of the font of the ticks. */
int period_axis_get_tick_label_font(period_axis *axis);

/** Set the size of the font of the ticks. */
void period_axis_set_tick_label_font(period_axis *axis, int tick_label_font);

/** The colour of the labels of the ticks. */
unsigned period_axis_get_tick_label_paint(period_axis *axis);

/** Set the colour of the labels of the ticks. */
void period_axis_set_tick_label_paint(period_axis *axis, unsigned tick_label_paint);

/** The space around the labels of the ticks. */
double period_axis_get_tick_label_insets(period_axis *axis);

/** Set the space around the labels of the ticks. */
void period_axis_set_tick_label_insets(period_axis *axis, double tick_label_insets);

/** Whether ticks have marks. */
bool period_axis_is_tick_marks_visible(period_axis *axis);

/** Set whether ticks have marks. */
void period_axis_set_tick_marks_visible(period_axis *axis, bool tick_marks_visible);

/** How far marks go to the inside. */
float period_axis_get_tick_mark_inside_length(period_axis *axis);

/** Set how far marks go to the inside. */
void period_axis_set_tick_mark_inside_length(period_axis *axis, float tick_mark_inside_length);

/** How far marks go to the outside. */
float period_axis_get_tick_mark_outside_length(period_axis *axis);

/** Set how far marks go to the outside. */
void period_axis_set_tick_mark_outside_length(period_axis *axis, float tick_mark_outside_length);

/** The width of the marks. */
float period_axis_get_tick_mark_stroke(period_axis *axis);

/** Set the width of the marks. */
void period_axis_set_tick_mark_stroke(period_axis *axis, float tick_mark_stroke);

/** The colour of the marks. */
unsigned period_axis_get_tick_mark_paint(period_axis *axis);

/** Set the colour of the marks. */
void period_axis_set_tick_mark_paint(period_axis *axis, unsigned tick_mark_paint);

/** The width of the axis, 0: what it needs. */
double period_axis_get_fixed_dimension(period_axis *axis);

/** Set the width of the axis, 0: what it needs. */
void period_axis_set_fixed_dimension(period_axis *axis, double fixed_dimension);

/** The number of the plot it belongs to. */
int period_axis_get_plot(period_axis *axis);

/** Set the number of the plot it belongs to. */
void period_axis_set_plot(period_axis *axis, int plot);

/** Whether labels are upright. */
bool period_axis_is_vertical_tick_labels(period_axis *axis);

/** Set whether labels are upright. */
void period_axis_set_vertical_tick_labels(period_axis *axis, bool vertical_tick_labels);

/** Whether there is an arrow at the upper end. */
bool period_axis_is_positive_arrow_visible(period_axis *axis);

/** Set whether there is an arrow at the upper end. */
void period_axis_set_positive_arrow_visible(period_axis *axis, bool positive_arrow_visible);

/** Whether there is an arrow at the lower end. */
bool period_axis_is_negative_arrow_visible(period_axis *axis);

/** Set whether there is an arrow at the lower end. */
void period_axis_set_negative_arrow_visible(period_axis *axis, bool negative_arrow_visible);

/** The shape of the arrow that points up. */
int period_axis_get_up_arrow(period_axis *axis);

/** Set the shape of the arrow that points up. */
void period_axis_set_up_arrow(period_axis *axis, int up_arrow);

/** The shape of the arrow that points down. */
int period_axis_get_down_arrow(period_axis *axis);

/** Set the shape of the arrow that points down. */
void period_axis_set_down_arrow(period_axis *axis, int down_arrow);

/** The shape of the arrow that points left. */
int period_axis_get_left_arrow(period_axis *axis);

/** Set the shape of the arrow that points left. */
void period_axis_set_left_arrow(period_axis *axis, int left_arrow);

/** The shape of the arrow that points right. */
int period_axis_get_right_arrow(period_axis *axis);

/** Set the shape of the arrow that points right. */
void period_axis_set_right_arrow(period_axis *axis, int right_arrow);

/** Whether larger values come first. */
bool period_axis_is_inverted(period_axis *axis);

/** Set whether larger values come first. */
void period_axis_set_inverted(period_axis *axis, bool inverted);

/** The smallest length that is chosen. */
double period_axis_get_auto_range_minimum_size(period_axis *axis);

/** Set the smallest length that is chosen; -1 when it is not positive. */
int period_axis_set_auto_range_minimum_size(period_axis *axis, double auto_range_minimum_size);

/** The share of the length that is added below. */
double period_axis_get_lower_margin(period_axis *axis);

/** Set the share of the length that is added below. */
void period_axis_set_lower_margin(period_axis *axis, double lower_margin);

/** The share of the length that is added above. */
double period_axis_get_upper_margin(period_axis *axis);

/** Set the share of the length that is added above. */
void period_axis_set_upper_margin(period_axis *axis, double upper_margin);

/** The length that is chosen, 0: as needed. */
double period_axis_get_fixed_auto_range(period_axis *axis);

/** Set the length that is chosen, 0: as needed. */
void period_axis_set_fixed_auto_range(period_axis *axis, double fixed_auto_range);

/** Whether the distance of ticks is chosen. */
bool period_axis_is_auto_tick_unit_selection(period_axis *axis);

/** Set whether the distance of ticks is chosen. */
void period_axis_set_auto_tick_unit_selection(period_axis *axis, bool auto_tick_unit_selection);

/** The number of the collection of distances. */
int period_axis_get_standard_tick_units(period_axis *axis);

/** Set the number of the collection of distances. */
void period_axis_set_standard_tick_units(period_axis *axis, int standard_tick_units);

/** Which distance was chosen last. */
int period_axis_get_auto_tick_index(period_axis *axis);

/** Set which distance was chosen last. */
void period_axis_set_auto_tick_index(period_axis *axis, int auto_tick_index);

/** The length of the days of the range, in milliseconds. */
double period_axis_get_range(period_axis *axis);

/** Set the range; -1 when it is empty. */
int period_axis_set_range(period_axis *axis, double lower, double upper);

/** Set the range, and margins beyond it; -1 when it is empty. */
int period_axis_set_range_with_margins(period_axis *axis, double lower, double upper);

/** Set the range around a moment; -1 when it is empty. */
int period_axis_set_range_about_value(period_axis *axis, double value, double length);

/** The lower end that was set. */
double period_axis_get_lower_bound(period_axis *axis);

/** The upper end that was set. */
double period_axis_get_upper_bound(period_axis *axis);

/** Set the lower end; the upper one moves if it must. */
void period_axis_set_lower_bound(period_axis *axis, double lower);

/** Set the upper end; the lower one moves if it must. */
void period_axis_set_upper_bound(period_axis *axis, double upper);

/** When the first day begins. */
double period_axis_get_first(period_axis *axis);

/** Set the first day; -1 when it is behind the last. */
int period_axis_set_first(period_axis *axis, double moment);

/** When the last day ends. */
double period_axis_get_last(period_axis *axis);

/** Set the last day; -1 when it is before the first. */
int period_axis_set_last(period_axis *axis, double moment);

/** Move the range so that a moment is in its middle. */
void period_axis_center_range(period_axis *axis, double value);

/** Change the length of the range around its middle; a share that is not positive: choose the range. */
void period_axis_resize_range(period_axis *axis, double percent);

/** Change the length of the range around a moment. */
void period_axis_resize_range_around(period_axis *axis, double percent, double anchor);

/** Take a part of the range; -1 when it is none. */
int period_axis_zoom_range(period_axis *axis, double lower_percent, double upper_percent);

/** Whether the range is chosen from the data. */
bool period_axis_is_auto_range(period_axis *axis);

/** Set whether the range is chosen from the data. */
void period_axis_set_auto_range(period_axis *axis, bool auto_range);

/** Choose the range anew. */
void period_axis_auto_adjust_range(period_axis *axis);

/** Start anew with the data there is. */
void period_axis_configure(period_axis *axis);

/** Where a moment is on a line of this length. */
double period_axis_value_to_java2d(period_axis *axis, double value, double length);

/** Which moment is at a place on a line of this length. */
double period_axis_java2d_to_value(period_axis *axis, double place, double length);

/** How long a time is on a line. */
double period_axis_length_to_java2d(period_axis *axis, double time, double length);

/** How many minutes east of Greenwich. */
int period_axis_get_time_zone(period_axis *axis);

/** Set how many minutes east of Greenwich. */
void period_axis_set_time_zone(period_axis *axis, int time_zone);

/** The number of the language. */
int period_axis_get_locale(period_axis *axis);

/** Set the number of the language. */
void period_axis_set_locale(period_axis *axis, int locale);

/** The period that a chosen range is made of. */
int period_axis_get_auto_range_time_period(period_axis *axis);

/** Set the period that a chosen range is made of; -1 when it is not positive. */
int period_axis_set_auto_range_time_period(period_axis *axis, int auto_range_time_period);

/** The period of the large ticks. */
int period_axis_get_major_tick_time_period(period_axis *axis);

/** Set the period of the large ticks; -1 when it is not positive. */
int period_axis_set_major_tick_time_period(period_axis *axis, int major_tick_time_period);

/** The period of the small ticks. */
int period_axis_get_minor_tick_time_period(period_axis *axis);

/** Set the period of the small ticks; -1 when it is not positive. */
int period_axis_set_minor_tick_time_period(period_axis *axis, int minor_tick_time_period);

/** Whether small ticks have marks. */
bool period_axis_is_minor_tick_marks_visible(period_axis *axis);

/** Set whether small ticks have marks. */
void period_axis_set_minor_tick_marks_visible(period_axis *axis, bool minor_tick_marks_visible);

/** The width of the small marks. */
float period_axis_get_minor_tick_mark_stroke(period_axis *axis);

/** Set the width of the small marks. */
void period_axis_set_minor_tick_mark_stroke(period_axis *axis, float minor_tick_mark_stroke);

/** The colour of the small marks. */
unsigned period_axis_get_minor_tick_mark_paint(period_axis *axis);

/** Set the colour of the small marks. */
void period_axis_set_minor_tick_mark_paint(period_axis *axis, unsigned minor_tick_mark_paint);

/** How far small marks go to the inside. */
float period_axis_get_minor_tick_mark_inside_length(period_axis *axis);

/** Set how far small marks go to the inside. */
void period_axis_set_minor_tick_mark_inside_length(period_axis *axis, float minor_tick_mark_inside_length);

/** How far small marks go to the outside. */
float period_axis_get_minor_tick_mark_outside_length(period_axis *axis);

/** Set how far small marks go to the outside. */
void period_axis_set_minor_tick_mark_outside_length(period_axis *axis, float minor_tick_mark_outside_length);

/** How days are written; how long the text is. */
size_t period_axis_get_date_format(period_axis *axis, char *date_format, size_t size);

/** Set how days are written. */
void period_axis_set_date_format(period_axis *axis, const char *date_format);

/** How many rows of labels there are. */
int period_axis_get_label_info(period_axis *axis);

/** Set how many rows of labels there are. */
void period_axis_set_label_info(period_axis *axis, int label_info);

/** How many days the range has. */
long period_axis_get_day_count(period_axis *axis);

/** How many ticks were placed. */
int period_axis_refresh_ticks(period_axis *axis);

/** How high a label can be. */
double period_axis_estimate_maximum_tick_label_height(period_axis *axis);

/** How much room the axis needs. */
double period_axis_reserve_space(period_axis *axis);

/** A copy, without listeners. */
period_axis *period_axis_clone(period_axis *axis);

/** Whether another axis has the same days. */
bool period_axis_equals(period_axis *axis, period_axis *other);

/** A hash. */
int period_axis_hash(period_axis *axis);

#endif
