// SPDX-License-Identifier: Apache-2.0
// A plot of data against a domain and a range axis, in a chart.
#ifndef XY_PLOT_H
#define XY_PLOT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct plot_listener plot_listener;
typedef struct xy_plot xy_plot;

/** Someone who counts changes; NULL when there is no memory. */
plot_listener *plot_listener_new(void);

/** Free the listener. No plot may know it any more. */
void plot_listener_free(plot_listener *listener);

/** A plot without data; NULL when there is no memory. */
xy_plot *xy_plot_new(void);

/** Free the plot. */
void xy_plot_free(xy_plot *plot);

/** Tell a listener of changes; -1 when it is NULL. */
int xy_plot_add_change_listener(xy_plot *plot, plot_listener *listener);

/** Tell it no more; -1 when it was not told. */
int xy_plot_remove_change_listener(xy_plot *plot, plot_listener *listener);

/** Whether a listener is told. */
bool xy_plot_has_listener(xy_plot *plot, plot_listener *listener);

/** Tell all listeners. */
void xy_plot_notify_listeners(xy_plot *plot);

/** What is said when there is no data; how long the text is. */
size_t xy_plot_get_no_data_message(xy_plot *plot, char *no_data_message, size_t size);

/** Set what is said when there is no data. */
void xy_plot_set_no_data_message(xy_plot *plot, const char *no_data_message);

/** The size of the font of that. */
int xy_plot_get_no_data_message_font(xy_plot *plot);

/** Set the size of the font of that. */
void xy_plot_set_no_data_message_font(xy_plot *plot, int no_data_message_font);

/** The colour of that. */
unsigned xy_plot_get_no_data_message_paint(xy_plot *plot);

/** Set the colour of that. */
void xy_plot_set_no_data_message_paint(xy_plot *plot, unsigned no_data_message_paint);

/** The space around the plot. */
double xy_plot_get_insets(xy_plot *plot);

/** Set the space around the plot. */
void xy_plot_set_insets(xy_plot *plot, double insets);

/** The colour of the background. */
unsigned xy_plot_get_background_paint(xy_plot *plot);

/** Set the colour of the background. */
void xy_plot_set_background_paint(xy_plot *plot, unsigned background_paint);

/** How opaque the background is. */
float xy_plot_get_background_alpha(xy_plot *plot);

/** Set how opaque the background is. */
void xy_plot_set_background_alpha(xy_plot *plot, float background_alpha);

/** The number of the image in the background. */
int xy_plot_get_background_image(xy_plot *plot);

/** Set the number of the image in the background. */
void xy_plot_set_background_image(xy_plot *plot, int background_image);

/** How that image is aligned. */
int xy_plot_get_background_image_alignment(xy_plot *plot);

/** Set how that image is aligned. */
void xy_plot_set_background_image_alignment(xy_plot *plot, int background_image_alignment);

/** How opaque that image is. */
float xy_plot_get_background_image_alpha(xy_plot *plot);

/** Set how opaque that image is. */
void xy_plot_set_background_image_alpha(xy_plot *plot, float background_image_alpha);

/** How opaque the data is. */
float xy_plot_get_foreground_alpha(xy_plot *plot);

/** Set how opaque the data is. */
void xy_plot_set_foreground_alpha(xy_plot *plot, float foreground_alpha);

/** Whether there is an outline. */
bool xy_plot_is_outline_visible(xy_plot *plot);

/** Set whether there is an outline. */
void xy_plot_set_outline_visible(xy_plot *plot, bool outline_visible);

/** The width of the outline. */
float xy_plot_get_outline_stroke(xy_plot *plot);

/** Set the width of the outline. */
void xy_plot_set_outline_stroke(xy_plot *plot, float outline_stroke);

/** The colour of the outline. */
unsigned xy_plot_get_outline_paint(xy_plot *plot);

/** Set the colour of the outline. */
void xy_plot_set_outline_paint(xy_plot *plot, unsigned outline_paint);

/** The number of the supplier of colours. */
int xy_plot_get_drawing_supplier(xy_plot *plot);

/** Set the number of the supplier of colours. */
void xy_plot_set_drawing_supplier(xy_plot *plot, int drawing_supplier);

/** The number of the plot it is part of. */
int xy_plot_get_parent(xy_plot *plot);

/** Set the number of the plot it is part of. */
void xy_plot_set_parent(xy_plot *plot, int parent);

/** The number of the group of its data. */
int xy_plot_get_dataset_group(xy_plot *plot);

/** Set the number of the group of its data. */
void xy_plot_set_dataset_group(xy_plot *plot, int dataset_group);

/** Whether the domain is horizontal. */
int xy_plot_get_orientation(xy_plot *plot);

/** Set whether the domain is horizontal. */
void xy_plot_set_orientation(xy_plot *plot, int orientation);

/** The space between axes and data. */
double xy_plot_get_axis_offset(xy_plot *plot);

/** Set the space between axes and data. */
void xy_plot_set_axis_offset(xy_plot *plot, double axis_offset);

/** How much room it gets beside others. */
int xy_plot_get_weight(xy_plot *plot);

/** Set how much room it gets beside others. */
void xy_plot_set_weight(xy_plot *plot, int weight);

/** Which data is drawn first. */
int xy_plot_get_dataset_rendering_order(xy_plot *plot);

/** Set which data is drawn first. */
void xy_plot_set_dataset_rendering_order(xy_plot *plot, int dataset_rendering_order);

/** Which series is drawn first. */
int xy_plot_get_series_rendering_order(xy_plot *plot);

/** Set which series is drawn first. */
void xy_plot_set_series_rendering_order(xy_plot *plot, int series_rendering_order);

/** The room of the domain axes, 0: what they need. */
int xy_plot_get_fixed_domain_axis_space(xy_plot *plot);

/** Set the room of the domain axes, 0: what they need. */
void xy_plot_set_fixed_domain_axis_space(xy_plot *plot, int fixed_domain_axis_space);

/** The room of the range axes, 0: what they need. */
int xy_plot_get_fixed_range_axis_space(xy_plot *plot);

/** Set the room of the range axes, 0: what they need. */
void xy_plot_set_fixed_range_axis_space(xy_plot *plot, int fixed_range_axis_space);

/** How many items the legend has, 0: as many as there are. */
int xy_plot_get_fixed_legend_items(xy_plot *plot);

/** Set how many items the legend has, 0: as many as there are. */
void xy_plot_set_fixed_legend_items(xy_plot *plot, int fixed_legend_items);

/** Where the quadrants meet, in the domain. */
double xy_plot_get_quadrant_origin_x(xy_plot *plot);

/** Set where the quadrants meet, in the domain. */
void xy_plot_set_quadrant_origin_x(xy_plot *plot, double quadrant_origin_x);

/** Where the quadrants meet, in the range. */
double xy_plot_get_quadrant_origin_y(xy_plot *plot);

/** Set where the quadrants meet, in the range. */
void xy_plot_set_quadrant_origin_y(xy_plot *plot, double quadrant_origin_y);

/** Whether the domain can be moved. */
bool xy_plot_is_domain_pannable(xy_plot *plot);

/** Set whether the domain can be moved. */
void xy_plot_set_domain_pannable(xy_plot *plot, bool domain_pannable);

/** Whether the range can be moved. */
bool xy_plot_is_range_pannable(xy_plot *plot);

/** Set whether the range can be moved. */
void xy_plot_set_range_pannable(xy_plot *plot, bool range_pannable);

/** Whether there are vertical lines. */
bool xy_plot_is_domain_gridlines_visible(xy_plot *plot);

/** Set whether there are vertical lines. */
void xy_plot_set_domain_gridlines_visible(xy_plot *plot, bool domain_gridlines_visible);

/** The width of the vertical lines. */
float xy_plot_get_domain_gridline_stroke(xy_plot *plot);

/** Set the width of the vertical lines. */
void xy_plot_set_domain_gridline_stroke(xy_plot *plot, float domain_gridline_stroke);

/** The colour of the vertical lines. */
unsigned xy_plot_get_domain_gridline_paint(xy_plot *plot);

/** Set the colour of the vertical lines. */
void xy_plot_set_domain_gridline_paint(xy_plot *plot, unsigned domain_gridline_paint);

/** Whether there are small vertical lines. */
bool xy_plot_is_domain_minor_gridlines_visible(xy_plot *plot);

/** Set whether there are small vertical lines. */
void xy_plot_set_domain_minor_gridlines_visible(xy_plot *plot, bool domain_minor_gridlines_visible);

/** The width of the small vertical lines. */
float xy_plot_get_domain_minor_gridline_stroke(xy_plot *plot);

/** Set the width of the small vertical lines. */
void xy_plot_set_domain_minor_gridline_stroke(xy_plot *plot, float domain_minor_gridline_stroke);

/** The colour of the small vertical lines. */
unsigned xy_plot_get_domain_minor_gridline_paint(xy_plot *plot);

/** Set the colour of the small vertical lines. */
void xy_plot_set_domain_minor_gridline_paint(xy_plot *plot, unsigned domain_minor_gridline_paint);

/** Whether there is a line at zero of the domain. */
bool xy_plot_is_domain_zero_baseline_visible(xy_plot *plot);

/** Set whether there is a line at zero of the domain. */
void xy_plot_set_domain_zero_baseline_visible(xy_plot *plot, bool domain_zero_baseline_visible);

/** The width of that line. */
float xy_plot_get_domain_zero_baseline_stroke(xy_plot *plot);

/** Set the width of that line. */
void xy_plot_set_domain_zero_baseline_stroke(xy_plot *plot, float domain_zero_baseline_stroke);

/** The colour of that line. */
unsigned xy_plot_get_domain_zero_baseline_paint(xy_plot *plot);

/** Set the colour of that line. */
void xy_plot_set_domain_zero_baseline_paint(xy_plot *plot, unsigned domain_zero_baseline_paint);

/** Whether there is a crosshair of the domain. */
bool xy_plot_is_domain_crosshair_visible(xy_plot *plot);

/** Set whether there is a crosshair of the domain. */
void xy_plot_set_domain_crosshair_visible(xy_plot *plot, bool domain_crosshair_visible);

/** Whether that crosshair is at an item. */
bool xy_plot_is_domain_crosshair_locked_on_data(xy_plot *plot);

/** Set whether that crosshair is at an item. */
void xy_plot_set_domain_crosshair_locked_on_data(xy_plot *plot, bool domain_crosshair_locked_on_data);

/** Where that crosshair is. */
double xy_plot_get_domain_crosshair_value(xy_plot *plot);

/** Set where that crosshair is. */
void xy_plot_set_domain_crosshair_value(xy_plot *plot, double domain_crosshair_value);

/** The width of that crosshair. */
float xy_plot_get_domain_crosshair_stroke(xy_plot *plot);

/** Set the width of that crosshair. */
void xy_plot_set_domain_crosshair_stroke(xy_plot *plot, float domain_crosshair_stroke);

/** The colour of that crosshair. */
unsigned xy_plot_get_domain_crosshair_paint(xy_plot *plot);

/** Set the colour of that crosshair. */
void xy_plot_set_domain_crosshair_paint(xy_plot *plot, unsigned domain_crosshair_paint);

/** The colour between two ticks of the domain. */
unsigned xy_plot_get_domain_tick_band_paint(xy_plot *plot);

/** Set the colour between two ticks of the domain. */
void xy_plot_set_domain_tick_band_paint(xy_plot *plot, unsigned domain_tick_band_paint);

/** Whether there are horizontal lines. */
bool xy_plot_is_range_gridlines_visible(xy_plot *plot);

/** Set whether there are horizontal lines. */
void xy_plot_set_range_gridlines_visible(xy_plot *plot, bool range_gridlines_visible);

/** The width of the horizontal lines. */
float xy_plot_get_range_gridline_stroke(xy_plot *plot);

/** Set the width of the horizontal lines. */
void xy_plot_set_range_gridline_stroke(xy_plot *plot, float range_gridline_stroke);

/** The colour of the horizontal lines. */
unsigned xy_plot_get_range_gridline_paint(xy_plot *plot);

/** Set the colour of the horizontal lines. */
void xy_plot_set_range_gridline_paint(xy_plot *plot, unsigned range_gridline_paint);

/** Whether there are small horizontal lines. */
bool xy_plot_is_range_minor_gridlines_visible(xy_plot *plot);

/** Set whether there are small horizontal lines. */
void xy_plot_set_range_minor_gridlines_visible(xy_plot *plot, bool range_minor_gridlines_visible);

/** The width of the small horizontal lines. */
float xy_plot_get_range_minor_gridline_stroke(xy_plot *plot);

/** Set the width of the small horizontal lines. */
void xy_plot_set_range_minor_gridline_stroke(xy_plot *plot, float range_minor_gridline_stroke);

/** The colour of the small horizontal lines. */
unsigned xy_plot_get_range_minor_gridline_paint(xy_plot *plot);

/** Set the colour of the small horizontal lines. */
void xy_plot_set_range_minor_gridline_paint(xy_plot *plot, unsigned range_minor_gridline_paint);

/** Whether there is a line at zero of the range. */
bool xy_plot_is_range_zero_baseline_visible(xy_plot *plot);

/** Set whether there is a line at zero of the range. */
void xy_plot_set_range_zero_baseline_visible(xy_plot *plot, bool range_zero_baseline_visible);

/** The width of that line. */
float xy_plot_get_range_zero_baseline_stroke(xy_plot *plot);

/** Set the width of that line. */
void xy_plot_set_range_zero_baseline_stroke(xy_plot *plot, float range_zero_baseline_stroke);

/** The colour of that line. */
unsigned xy_plot_get_range_zero_baseline_paint(xy_plot *plot);

/** Set the colour of that line. */
void xy_plot_set_range_zero_baseline_paint(xy_plot *plot, unsigned range_zero_baseline_paint);

/** Whether there is a crosshair of the range. */
bool xy_plot_is_range_crosshair_visible(xy_plot *plot);

/** Set whether there is a crosshair of the range. */
void xy_plot_set_range_crosshair_visible(xy_plot *plot, bool range_crosshair_visible);

/** Whether that crosshair is at an item. */
bool xy_plot_is_range_crosshair_locked_on_data(xy_plot *plot);

/** Set whether that crosshair is at an item. */
void xy_plot_set_range_crosshair_locked_on_data(xy_plot *plot, bool range_crosshair_locked_on_data);

/** Where that crosshair is. */
double xy_plot_get_range_crosshair_value(xy_plot *plot);

/** Set where that crosshair is. */
void xy_plot_set_range_crosshair_value(xy_plot *plot, double range_crosshair_value);

/** The width of that crosshair. */
float xy_plot_get_range_crosshair_stroke(xy_plot *plot);

/** Set the width of that crosshair. */
void xy_plot_set_range_crosshair_stroke(xy_plot *plot, float range_crosshair_stroke);

/** The colour of that crosshair. */
unsigned xy_plot_get_range_crosshair_paint(xy_plot *plot);

/** Set the colour of that crosshair. */
void xy_plot_set_range_crosshair_paint(xy_plot *plot, unsigned range_crosshair_paint);

/** The colour between two ticks of the range. */
unsigned xy_plot_get_range_tick_band_paint(xy_plot *plot);

/** Set the colour between two ticks of the range. */
void xy_plot_set_range_tick_band_paint(xy_plot *plot, unsigned range_tick_band_paint);

/** The number of a domain axis; 0 when there is none. */
int xy_plot_get_domain_axis(xy_plot *plot, int index);

/** Set the number of a domain axis; -1 when the index is wrong. */
int xy_plot_set_domain_axis(xy_plot *plot, int index, int domain_axis);

/** The number of a range axis; 0 when there is none. */
int xy_plot_get_range_axis(xy_plot *plot, int index);

/** Set the number of a range axis; -1 when the index is wrong. */
int xy_plot_set_range_axis(xy_plot *plot, int index, int range_axis);

/** The number of a data set; 0 when there is none. */
int xy_plot_get_dataset(xy_plot *plot, int index);

/** Set the number of a data set; -1 when the index is wrong. */
int xy_plot_set_dataset(xy_plot *plot, int index, int dataset);

/** The number of a renderer; 0 when there is none. */
int xy_plot_get_renderer(xy_plot *plot, int index);

/** Set the number of a renderer; -1 when the index is wrong. */
int xy_plot_set_renderer(xy_plot *plot, int index, int renderer);

/** The place of a domain axis; 0 when there is none. */
int xy_plot_get_domain_axis_location(xy_plot *plot, int index);

/** Set the place of a domain axis; -1 when the index is wrong. */
int xy_plot_set_domain_axis_location(xy_plot *plot, int index, int domain_axis_location);

/** The place of a range axis; 0 when there is none. */
int xy_plot_get_range_axis_location(xy_plot *plot, int index);

/** Set the place of a range axis; -1 when the index is wrong. */
int xy_plot_set_range_axis_location(xy_plot *plot, int index, int range_axis_location);

/** The colour of a quadrant; 0 when there is none. */
int xy_plot_get_quadrant_paint(xy_plot *plot, int index);

/** Set the colour of a quadrant; -1 when the index is wrong. */
int xy_plot_set_quadrant_paint(xy_plot *plot, int index, int quadrant_paint);

/** How many domain axes there are. */
int xy_plot_get_domain_axis_count(xy_plot *plot);

/** The index of one of the domain axes; -1 when there is none. */
int xy_plot_index_of_domain_axis(xy_plot *plot, int domain_axis);

/** How many range axes there are. */
int xy_plot_get_range_axis_count(xy_plot *plot);

/** The index of one of the range axes; -1 when there is none. */
int xy_plot_index_of_range_axis(xy_plot *plot, int range_axis);

/** How many datasets there are. */
int xy_plot_get_dataset_count(xy_plot *plot);

/** The index of one of the datasets; -1 when there is none. */
int xy_plot_index_of_dataset(xy_plot *plot, int dataset);

/** How many renderers there are. */
int xy_plot_get_renderer_count(xy_plot *plot);

/** The index of one of the renderers; -1 when there is none. */
int xy_plot_index_of_renderer(xy_plot *plot, int renderer);

/** Forget all domain axes. */
void xy_plot_clear_domain_axes(xy_plot *plot);

/** Begin anew with the domain axes there are; how many. */
int xy_plot_configure_domain_axes(xy_plot *plot);

/** Forget all range axes. */
void xy_plot_clear_range_axes(xy_plot *plot);

/** Begin anew with the range axes there are; how many. */
int xy_plot_configure_range_axes(xy_plot *plot);

/** The first domain axis; 0 when there is none. */
int xy_plot_get_first_domain_axis(xy_plot *plot);

/** Set the first domain axis. */
void xy_plot_set_first_domain_axis(xy_plot *plot, int domain_axis);

/** The first range axis; 0 when there is none. */
int xy_plot_get_first_range_axis(xy_plot *plot);

/** Set the first range axis. */
void xy_plot_set_first_range_axis(xy_plot *plot, int range_axis);

/** The first data set; 0 when there is none. */
int xy_plot_get_first_dataset(xy_plot *plot);

/** Set the first data set. */
void xy_plot_set_first_dataset(xy_plot *plot, int dataset);

/** The first renderer; 0 when there is none. */
int xy_plot_get_first_renderer(xy_plot *plot);

/** Set the first renderer. */
void xy_plot_set_first_renderer(xy_plot *plot, int renderer);

/** The first place of the domain axis; 0 when there is none. */
int xy_plot_get_first_domain_axis_location(xy_plot *plot);

/** Set the first place of the domain axis. */
void xy_plot_set_first_domain_axis_location(xy_plot *plot, int domain_axis_location);

/** The first place of the range axis; 0 when there is none. */
int xy_plot_get_first_range_axis_location(xy_plot *plot);

/** Set the first place of the range axis. */
void xy_plot_set_first_range_axis_location(xy_plot *plot, int range_axis_location);

/** Set all domain axes; -1 when there are too many. */
int xy_plot_set_domain_axes(xy_plot *plot, const int *domain_axes, size_t count);

/** Set all range axes; -1 when there are too many. */
int xy_plot_set_range_axes(xy_plot *plot, const int *range_axes, size_t count);

/** Set all renderers; -1 when there are too many. */
int xy_plot_set_renderers(xy_plot *plot, const int *renderers, size_t count);

/** On which side a domain axis is; -1 when the index is wrong. */
int xy_plot_get_domain_axis_edge(xy_plot *plot, int index);

/** Move the domain by a share of its length. */
int xy_plot_pan_domain_axes(xy_plot *plot, double percent);

/** Where the domain begins. */
double xy_plot_get_domain_data_range(xy_plot *plot);

/** The colour of the background of a band of the domain. */
unsigned xy_plot_get_domain_band(xy_plot *plot, int tick);

/** On which side a range axis is; -1 when the index is wrong. */
int xy_plot_get_range_axis_edge(xy_plot *plot, int index);

/** Move the range by a share of its length. */
int xy_plot_pan_range_axes(xy_plot *plot, double percent);

/** Where the range begins. */
double xy_plot_get_range_data_range(xy_plot *plot);

/** The colour of the background of a band of the range. */
unsigned xy_plot_get_range_band(xy_plot *plot, int tick);

/** The number of the plot that contains all others. */
int xy_plot_get_root_plot(xy_plot *plot);

/** What is drawn where there is nothing else. */
unsigned xy_plot_draw_background(xy_plot *plot);

/** What is drawn around the plot. */
unsigned xy_plot_draw_outline(xy_plot *plot);

/** Map a data set to a domain axis; -1 when there is no memory. */
int xy_plot_map_dataset_to_domain_axis(xy_plot *plot, int index, int axis);

/** The domain axis of a data set; 0 when it is not mapped. */
int xy_plot_get_domain_axis_for_dataset(xy_plot *plot, int index);

/** How many data sets are mapped to a domain axis. */
int xy_plot_get_datasets_mapped_to_domain_axis(xy_plot *plot, int axis);

/** Map a data set to a range axis; -1 when there is no memory. */
int xy_plot_map_dataset_to_range_axis(xy_plot *plot, int index, int axis);

/** The range axis of a data set; 0 when it is not mapped. */
int xy_plot_get_range_axis_for_dataset(xy_plot *plot, int index);

/** How many data sets are mapped to a range axis. */
int xy_plot_get_datasets_mapped_to_range_axis(xy_plot *plot, int axis);

/** Add a marker of the domain in the foreground; -1 when there is no memory. */
int xy_plot_add_foreground_domain_marker(xy_plot *plot, int marker);

/** Remove a marker of the domain in the foreground; whether it was there. */
bool xy_plot_remove_foreground_domain_marker(xy_plot *plot, int marker);

/** How many markers of the domain there are in the foreground. */
int xy_plot_get_foreground_domain_marker_count(xy_plot *plot);

/** Add a marker of the domain in the background; -1 when there is no memory. */
int xy_plot_add_background_domain_marker(xy_plot *plot, int marker);

/** Remove a marker of the domain in the background; whether it was there. */
bool xy_plot_remove_background_domain_marker(xy_plot *plot, int marker);

/** How many markers of the domain there are in the background. */
int xy_plot_get_background_domain_marker_count(xy_plot *plot);

/** Remove all markers of the domain. */
void xy_plot_clear_domain_markers(xy_plot *plot);

/** Add a marker of the range in the foreground; -1 when there is no memory. */
int xy_plot_add_foreground_range_marker(xy_plot *plot, int marker);

/** Remove a marker of the range in the foreground; whether it was there. */
bool xy_plot_remove_foreground_range_marker(xy_plot *plot, int marker);

/** How many markers of the range there are in the foreground. */
int xy_plot_get_foreground_range_marker_count(xy_plot *plot);

/** Add a marker of the range in the background; -1 when there is no memory. */
int xy_plot_add_background_range_marker(xy_plot *plot, int marker);

/** Remove a marker of the range in the background; whether it was there. */
bool xy_plot_remove_background_range_marker(xy_plot *plot, int marker);

/** How many markers of the range there are in the background. */
int xy_plot_get_background_range_marker_count(xy_plot *plot);

/** Remove all markers of the range. */
void xy_plot_clear_range_markers(xy_plot *plot);

/** Add an annotation; -1 when there is no memory. */
int xy_plot_add_annotation(xy_plot *plot, int annotation);

/** Remove an annotation; whether it was there. */
bool xy_plot_remove_annotation(xy_plot *plot, int annotation);

/** The annotations, as far as there is room; how many there are. */
int xy_plot_get_annotations(xy_plot *plot, int *annotations, size_t count);

/** Remove all annotations. */
void xy_plot_clear_annotations(xy_plot *plot);

/** Where the crosshairs are after a click. */
void xy_plot_handle_click(xy_plot *plot, double x, double y);

/** Enlarge the domain by a factor; how many axes that concerns. */
int xy_plot_zoom_domain_axes(xy_plot *plot, double factor);

/** Show a part of the domain; -1 when it is none. */
int xy_plot_zoom_domain_axes_to(xy_plot *plot, double lower, double upper);

/** Whether the domain can be enlarged. */
bool xy_plot_is_domain_zoomable(xy_plot *plot);

/** Enlarge the range by a factor; how many axes that concerns. */
int xy_plot_zoom_range_axes(xy_plot *plot, double factor);

/** Show a part of the range; -1 when it is none. */
int xy_plot_zoom_range_axes_to(xy_plot *plot, double lower, double upper);

/** Whether the range can be enlarged. */
bool xy_plot_is_range_zoomable(xy_plot *plot);

/** How many series there are. */
int xy_plot_get_series_count(xy_plot *plot);

/** How many items the legend has. */
int xy_plot_get_legend_items(xy_plot *plot);

/** The renderer of a data set: its own or the first. */
int xy_plot_get_renderer_for_dataset(xy_plot *plot, int dataset);

/** How much room axes and offsets need. */
double xy_plot_calculate_axis_space(xy_plot *plot);

/** What kind of plot it is. */
int xy_plot_get_plot_type(xy_plot *plot);

/** Whether it is part of another plot. */
bool xy_plot_is_subplot(xy_plot *plot);

/** Tell listeners, or stop telling them. */
void xy_plot_set_notify(xy_plot *plot, bool notify);

/** Whether listeners are told. */
bool xy_plot_is_notify(xy_plot *plot);

/** A copy, without listeners. */
xy_plot *xy_plot_clone(xy_plot *plot);

/** Whether another plot looks alike. */
bool xy_plot_equals(xy_plot *plot, xy_plot *other);

/** A hash. */
int xy_plot_hash(xy_plot *plot);

#endif
