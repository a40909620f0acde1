// SPDX-License-Identifier: Apache-2.0
// An appender that appends nothing. It has what every appender has: a name, a
#ifndef NULL_APPENDER_H
#define NULL_APPENDER_H

// threshold, filters, a layout, a handler of errors.
#include <stdbool.h>
#include <stddef.h>

typedef struct priority priority;
typedef struct filter filter;
typedef struct error_handler error_handler;
typedef struct null_appender null_appender;

/** A priority of this level; NULL when there is no memory. */
priority *priority_new(int level);

/** Free the priority. Nothing may use it any more. */
void priority_free(priority *priority);

/** A filter that lets events of one number through, or none; NULL when there is no memory. */
filter *filter_new(int number, bool accepts);

/** Free the filter. No appender may use it any more. */
void filter_free(filter *filter);

/** A handler that counts errors; NULL when there is no memory. */
error_handler *error_handler_new(void);

/** Free the handler. No appender may use it any more. */
void error_handler_free(error_handler *handler);

/** An appender; NULL when there is no memory. */
null_appender *null_appender_new(void);

/** Free the appender. No other thread may use it any more. */
void null_appender_free(null_appender *appender);

/** The one appender that is never freed. */
null_appender *null_appender_get_instance(void);

/** Nothing has to be done. */
void null_appender_activate_options(null_appender *appender);

/** Add a filter, which is not owned, behind the others. */
void null_appender_add_filter(null_appender *appender, filter *filter);

/** Forget all filters. */
void null_appender_clear_filters(null_appender *appender);

/** The first filter; NULL if there is none. */
filter *null_appender_get_filter(null_appender *appender);

/** The same under its other name. */
filter *null_appender_get_first_filter(null_appender *appender);

/** Close it. */
void null_appender_close(null_appender *appender);

/** Does nothing. */
void null_appender_do_append(null_appender *appender, int event);

/** Does nothing. */
void null_appender_append(null_appender *appender, int event);

/** The name; how long it is. */
size_t null_appender_get_name(null_appender *appender, char *name, size_t size);

/** Set the name. */
void null_appender_set_name(null_appender *appender, const char *name);

/** The layout, 0 for none. */
int null_appender_get_layout(null_appender *appender);

/** Set the layout. */
void null_appender_set_layout(null_appender *appender, int layout);

/** Whether a layout is needed: never. */
bool null_appender_requires_layout(null_appender *appender);

/** The priority from which on events are taken; NULL: all. */
priority *null_appender_get_threshold(null_appender *appender);

/** Set that priority, which is not owned. */
void null_appender_set_threshold(null_appender *appender, priority *threshold);

/** Whether events of a priority would be taken. */
bool null_appender_is_as_severe_as_threshold(null_appender *appender, priority *priority);

/** Who is told of errors. */
error_handler *null_appender_get_error_handler(null_appender *appender);

/** Set who is told of errors, not owned; NULL is not taken. */
void null_appender_set_error_handler(null_appender *appender, error_handler *handler);

#endif
