// SPDX-License-Identifier: Apache-2.0
// An axis of numbers in a chart.
#ifndef NUMBER_AXIS_H
#define NUMBER_AXIS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct axis_listener axis_listener;
typedef struct number_axis number_axis;

/** Someone who counts changes; NULL when there is no memory. */
axis_listener *axis_listener_new(void);

/** Free the listener. No axis may know it any more. */
void axis_listener_free(axis_listener *listener);

/** An axis from 0 to 1; NULL when there is no memory. */
number_axis *number_axis_new(const char *label);

/** Free the axis. */
void number_axis_free(number_axis *axis);

/** Tell a listener of changes; -1 when it is NULL. */
int number_axis_add_change_listener(number_axis *axis, axis_listener *listener);

/** Tell it no more; -1 when it was not told. */
int number_axis_remove_change_listener(number_axis *axis, axis_listener *listener);

/** Whether a listener is told. */
bool number_axis_has_listener(number_axis *axis, axis_listener *listener);

/** Tell all listeners. */
void number_axis_notify_listeners(number_axis *axis);

/** Whether the axis is drawn. */
bool number_axis_is_visible(number_axis *axis);

/** Set whether the axis is drawn. */
void number_axis_set_visible(number_axis *axis, bool visible);

/** The label; how long the text is. */
size_t number_axis_get_label(number_axis *axis, char *label, size_t size);

/** Set the label. */
void number_axis_set_label(number_axis *axis, const char *label);

/** The size of the font of the label. */
int number_axis_get_label_font(number_axis *axis);

/** Set the size of the font of the label. */
void number_axis_set_label_font(number_axis *axis, int label_font);

/** The colour of the label. */
unsigned number_axis_get_label_paint(number_axis *axis);

/** Set the colour of the label. */
void number_axis_set_label_paint(number_axis *axis, unsigned label_paint);

/** The space around the label. */
double number_axis_get_label_insets(number_axis *axis);

/** Set the space around the label. */
void number_axis_set_label_insets(number_axis *axis, double label_insets);

/** The angle of the label. */
double number_axis_get_label_angle(number_axis *axis);

/** Set the angle of the label. */
void number_axis_set_label_angle(number_axis *axis, double label_angle);

/** Whether the line of the axis is drawn. */
bool number_axis_is_axis_line_visible(number_axis *axis);

/** Set whether the line of the axis is drawn. */
void number_axis_set_axis_line_visible(number_axis *axis, bool axis_line_visible);

/** The colour of the line. */
unsigned number_axis_get_axis_line_paint(number_axis *axis);

/** Set the colour of the line. */
void number_axis_set_axis_line_paint(number_axis *axis, unsigned axis_line_paint);

/** The width of the line. */
float number_axis_get_axis_line_stroke(number_axis *axis);

/** Set the width of the line. */
void number_axis_set_axis_line_stroke(number_axis *axis, float axis_line_stroke);

/** Whether ticks have labels. */
bool number_axis_is_tick_labels_visible(number_axis *axis);

/** Set whether ticks have labels. */
void number_axis_set_tick_labels_visible(number_axis *axis, bool tick_labels_visible);

/** The size of the font of the ticks. */
int number_axis_get_tick_label_font(number_axis *axis);

/** Set the size of the font of the ticks. */
void number_axis_set_tick_label_font(number_axis *axis, int tick_label_font);

/** The colour of the labels of the ticks. */
unsigned number_axis_get_tick_label_paint(number_axis *axis);

/** Set the colour of the labels of the ticks. */
void number_axis_set_tick_label_paint(number_axis *axis, unsigned tick_label_paint);

/** The space around the labels of the ticks. */
double number_axis_get_tick_label_insets(number_axis *axis);

/** Set the space around the labels of the ticks. */
void number_axis_set_tick_label_insets(number_axis *axis, double tick_label_insets);

/** Whether ticks have marks. */
bool number_axis_is_tick_marks_visible(number_axis *axis);

/** Set whether ticks have marks. */
void number_axis_set_tick_marks_visible(number_axis *axis, bool tick_marks_visible);

/** How far marks go to the inside. */
float number_axis_get_tick_mark_inside_length(number_axis *axis);

/** Set how far marks go to the inside. */
void number_axis_set_tick_mark_inside_length(number_axis *axis, float tick_mark_inside_length);

/** How far marks go to the outside. */
float number_axis_get_tick_mark_outside_length(number_axis *axis);

/** Set how far marks go to the outside. */
void number_axis_set_tick_mark_outside_length(number_axis *axis, float tick_mark_outside_length);

/** The width of the marks. */
float number_axis_get_tick_mark_stroke(number_axis *axis);

/** Set the width of the marks. */
void number_axis_set_tick_mark_stroke(number_axis *axis, float tick_mark_stroke);

/** The colour of the marks. */
unsigned number_axis_get_tick_mark_paint(number_axis *axis);

/** Set the colour of the marks. */
void number_axis_set_tick_mark_paint(number_axis *axis, unsigned tick_mark_paint);

/** The width of the axis, 0: what it needs. */
double number_axis_get_fixed_dimension(number_axis *axis);

/** Set the width of the axis, 0: what it needs. */
void number_axis_set_fixed_dimension(number_axis *axis, double fixed_dimension);

/** The number of the plot it belongs to. */
int number_axis_get_plot(number_axis *axis);

/** Set the number of the plot it belongs to. */
void number_axis_set_plot(number_axis *axis, int plot);

/** Whether labels are upright. */
bool number_axis_is_vertical_tick_labels(number_axis *axis);

/** Set whether labels are upright. */
void number_axis_set_vertical_tick_labels(number_axis *axis, bool vertical_tick_labels);

/** Whether there is an arrow at the upper end. */
bool number_axis_is_positive_arrow_visible(number_axis *axis);

/** Set whether there is an arrow at the upper end. */
void number_axis_set_positive_arrow_visible(number_axis *axis, bool positive_arrow_visible);

/** Whether there is an arrow at the lower end. */
bool number_axis_is_negative_arrow_visible(number_axis *axis);

/** Set whether there is an arrow at the lower end. */
void number_axis_set_negative_arrow_visible(number_axis *axis, bool negative_arrow_visible);

/** The shape of the arrow that points up. */
int number_axis_get_up_arrow(number_axis *axis);

/** Set the shape of the arrow that points up. */
void number_axis_set_up_arrow(number_axis *axis, int up_arrow);

/** The shape of the arrow that points down. */
int number_axis_get_down_arrow(number_axis *axis);

/** Set the shape of the arrow that points down. */
void number_axis_set_down_arrow(number_axis *axis, int down_arrow);

/** The shape of the arrow that points left. */
int number_axis_get_left_arrow(number_axis *axis);

/** Set the shape of the arrow that points left. */
void number_axis_set_left_arrow(number_axis *axis, int left_arrow);

/** The shape of the arrow that points right. */
int number_axis_get_right_arrow(number_axis *axis);

/** Set the shape of the arrow that points right. */
void number_axis_set_right_arrow(number_axis *axis, int right_arrow);

/** Whether larger values come first. */
bool number_axis_is_inverted(number_axis *axis);

/** Set whether larger values come first. */
void number_axis_set_inverted(number_axis *axis, bool inverted);

/** The smallest length that is chosen. */
double number_axis_get_auto_range_minimum_size(number_axis *axis);

/** Set the smallest length that is chosen; -1 when it is not positive. */
int number_axis_set_auto_range_minimum_size(number_axis *axis, double auto_range_minimum_size);

/** The share of the length that is added below. */
double number_axis_get_lower_margin(number_axis *axis);

/** Set the share of the length that is added below. */
void number_axis_set_lower_margin(number_axis *axis, double lower_margin);

/** The share of the length that is added above. */
double number_axis_get_upper_margin(number_axis *axis);

/** Set the share of the length that is added above. */
void number_axis_set_upper_margin(number_axis *axis, double upper_margin);

/** The length that is chosen, 0: as needed. */
double number_axis_get_fixed_auto_range(number_axis *axis);

/** Set the length that is chosen, 0: as needed. */
void number_axis_set_fixed_auto_range(number_axis *axis, double fixed_auto_range);

/** Whether the distance of ticks is chosen. */
bool number_axis_is_auto_tick_unit_selection(number_axis *axis);

/** Set whether the distance of ticks is chosen. */
void number_axis_set_auto_tick_unit_selection(number_axis *axis, bool auto_tick_unit_selection);

/** The number of the collection of distances. */
int number_axis_get_standard_tick_units(number_axis *axis);

/** Set the number of the collection of distances. */
void number_axis_set_standard_tick_units(number_axis *axis, int standard_tick_units);

/** Which distance was chosen last. */
int number_axis_get_auto_tick_index(number_axis *axis);

/** Set which distance was chosen last. */
void number_axis_set_auto_tick_index(number_axis *axis, int auto_tick_index);

/** The lower end of the range. */
double number_axis_get_lower_bound(number_axis *axis);

/** The upper end of the range. */
double number_axis_get_upper_bound(number_axis *axis);

/** Set the lower end; the upper one moves if it must. */
void number_axis_set_lower_bound(number_axis *axis, double lower);

/** Set the upper end; the lower one moves if it must. */
void number_axis_set_upper_bound(number_axis *axis, double upper);

/** The length of the range. */
double number_axis_get_range(number_axis *axis);

/** Set the range; -1 when it is empty. */
int number_axis_set_range(number_axis *axis, double lower, double upper);

/** Set the range, and margins beyond it; -1 when it is empty. */
int number_axis_set_range_with_margins(number_axis *axis, double lower, double upper);

/** Set the range around a value; -1 when it is empty. */
int number_axis_set_range_about_value(number_axis *axis, double value, double length);

/** Move the range so that a value is in its middle. */
void number_axis_center_range(number_axis *axis, double value);

/** Change the length of the range around its middle; a share that is not positive: choose the range. */
void number_axis_resize_range(number_axis *axis, double percent);

/** Change the length of the range around a value. */
void number_axis_resize_range_around(number_axis *axis, double percent, double anchor);

/** Take a part of the range; -1 when it is none. */
int number_axis_zoom_range(number_axis *axis, double lower_percent, double upper_percent);

/** Whether the range is chosen from the data. */
bool number_axis_is_auto_range(number_axis *axis);

/** Set whether the range is chosen from the data. */
void number_axis_set_auto_range(number_axis *axis, bool auto_range);

/** Choose the range anew. */
void number_axis_auto_adjust_range(number_axis *axis);

/** Start anew with the data there is. */
void number_axis_configure(number_axis *axis);

/** Where a value is on a line of this length. */
double number_axis_value_to_java2d(number_axis *axis, double value, double length);

/** Which value is at a place on a line of this length. */
double number_axis_java2d_to_value(number_axis *axis, double place, double length);

/** How long a length of values is on a line. */
double number_axis_length_to_java2d(number_axis *axis, double values, double length);

/** The value that is in the middle. */
double number_axis_get_anchor_value(number_axis *axis);

/** Whether the range is full, positive or negative. */
int number_axis_get_range_type(number_axis *axis);

/** Set whether the range is full, positive or negative. */
void number_axis_set_range_type(number_axis *axis, int range_type);

/** Whether zero is always in the range. */
bool number_axis_is_auto_range_includes_zero(number_axis *axis);

/** Set whether zero is always in the range. */
void number_axis_set_auto_range_includes_zero(number_axis *axis, bool auto_range_includes_zero);

/** Whether zero gets no margin. */
bool number_axis_is_auto_range_sticky_zero(number_axis *axis);

/** Set whether zero gets no margin. */
void number_axis_set_auto_range_sticky_zero(number_axis *axis, bool auto_range_sticky_zero);

/** The distance of the ticks. */
double number_axis_get_tick_unit(number_axis *axis);

/** Set the distance of the ticks; -1 when it is not positive. */
int number_axis_set_tick_unit(number_axis *axis, double tick_unit);

/** The number of digits of labels, 0: as needed. */
int number_axis_get_number_format_override(number_axis *axis);

/** Set the number of digits of labels, 0: as needed. */
void number_axis_set_number_format_override(number_axis *axis, int number_format_override);

/** The number of the band of markers. */
int number_axis_get_marker_band(number_axis *axis);

/** Set the number of the band of markers. */
void number_axis_set_marker_band(number_axis *axis, int marker_band);

/** The first tick that is seen. */
double number_axis_calculate_lowest_visible_tick_value(number_axis *axis);

/** The last tick that is seen. */
double number_axis_calculate_highest_visible_tick_value(number_axis *axis);

/** How many ticks are seen. */
double number_axis_calculate_visible_tick_count(number_axis *axis);

/** How high a label can be. */
double number_axis_estimate_maximum_tick_label_height(number_axis *axis);

/** How wide a label can be. */
double number_axis_estimate_maximum_tick_label_width(number_axis *axis, int digits);

/** Choose the distance of ticks for a line of this length. */
void number_axis_select_auto_tick_unit(number_axis *axis, double length);

/** How many ticks were placed on a line of this length. */
int number_axis_refresh_ticks(number_axis *axis, double length);

/** How much room the axis needs. */
double number_axis_reserve_space(number_axis *axis);

/** A copy, without listeners. */
number_axis *number_axis_clone(number_axis *axis);

/** Whether another axis has the same range and ticks. */
bool number_axis_equals(number_axis *axis, number_axis *other);

/** A hash. */
int number_axis_hash(number_axis *axis);

#endif
