// SPDX-License-Identifier: Apache-2.0
// An appender that formats events and writes them to a file (kept in memory here).
#ifndef FILE_APPENDER_12_H
#define FILE_APPENDER_12_H

#include <stdbool.h>
#include <stddef.h>

typedef struct priority priority;
typedef struct filter filter;
typedef struct layout layout;
typedef struct error_handler error_handler;
typedef struct file_appender file_appender;

/** What is appended. */
struct logging_event {
	int level;
	const char *message;
};

/** A priority of this level; NULL when there is no memory. */
priority *priority_new(int level);

/** Free the priority. Nothing may use it any more. */
void priority_free(priority *priority);

/** A filter that rejects events of this level; NULL when there is no memory. */
filter *filter_new(int level);

/** Free the filter. No appender may use it any more. */
void filter_free(filter *filter);

/** A layout that writes this before each message; NULL when there is no memory. */
layout *layout_new(const char *conversion);

/** Free the layout. No appender may use it any more. */
void layout_free(layout *layout);

/** A handler that counts errors; NULL when there is no memory. */
error_handler *error_handler_new(void);

/** Free the handler. No appender may use it any more. */
void error_handler_free(error_handler *handler);

/** An appender without layout and file; NULL when there is no memory. */
file_appender *file_appender_new(void);

/** An appender with layout (not owned) and file. */
file_appender *file_appender_new_file(layout *layout, const char *name);

/** Free the appender. No other thread may use it any more. */
void file_appender_free(file_appender *appender);

/** Open the file whose name was set. */
void file_appender_activate_options(file_appender *appender);

/** Append an event, if there are layout and file. */
void file_appender_append(file_appender *appender, const struct logging_event *event);

/** Append an event if threshold and filters let it through. */
void file_appender_do_append(file_appender *appender, const struct logging_event *event);

/** Whether an event can be appended. */
bool file_appender_check_entry_conditions(file_appender *appender);

/** Close the file; nothing is appended any more. */
void file_appender_close(file_appender *appender);

/** Set the name of the file that activate_options opens. */
void file_appender_set_file(file_appender *appender, const char *name);

/** Open a file now; -1 when the name is missing. */
int file_appender_set_file_options(file_appender *appender, const char *name, bool append, bool buffered, int size);

/** The name of the file; how long it is. */
size_t file_appender_get_file(file_appender *appender, char *name, size_t size);

/** Write to memory from now on. */
void file_appender_set_writer(file_appender *appender);

/** Whether to append to the file. */
void file_appender_set_append(file_appender *appender, bool append);

/** Whether the file is appended to. */
bool file_appender_get_append(file_appender *appender);

/** Whether to buffer what is written. */
void file_appender_set_buffered_io(file_appender *appender, bool buffered);

/** Whether it is buffered. */
bool file_appender_get_buffered_io(file_appender *appender);

/** Set the size of the buffer. */
void file_appender_set_buffer_size(file_appender *appender, int size);

/** The size of the buffer. */
int file_appender_get_buffer_size(file_appender *appender);

/** Whether to flush after each event. */
void file_appender_set_immediate_flush(file_appender *appender, bool flush);

/** Whether it is flushed after each event. */
bool file_appender_get_immediate_flush(file_appender *appender);

/** Set the encoding. */
void file_appender_set_encoding(file_appender *appender, int encoding);

/** The encoding. */
int file_appender_get_encoding(file_appender *appender);

/** Set the layout, which is not owned; NULL: none. */
void file_appender_set_layout(file_appender *appender, layout *layout);

/** The layout; NULL if there is none. */
layout *file_appender_get_layout(file_appender *appender);

/** Whether a layout is needed: always. */
bool file_appender_requires_layout(file_appender *appender);

/** Set the name of the appender. */
void file_appender_set_name(file_appender *appender, const char *name);

/** The name of the appender; how long it is. */
size_t file_appender_get_name(file_appender *appender, char *name, size_t size);

/** The priority from which on events are taken, not owned; NULL: all. */
void file_appender_set_threshold(file_appender *appender, priority *threshold);

/** That priority. */
priority *file_appender_get_threshold(file_appender *appender);

/** Whether events of a priority would be taken. */
bool file_appender_is_as_severe_as_threshold(file_appender *appender, priority *priority);

/** Add a filter, which is not owned, behind the others. */
void file_appender_add_filter(file_appender *appender, filter *filter);

/** Forget all filters. */
void file_appender_clear_filters(file_appender *appender);

/** The first filter; NULL if there is none. */
filter *file_appender_get_filter(file_appender *appender);

/** Set who is told of errors, not owned; NULL is not taken. */
void file_appender_set_error_handler(file_appender *appender, error_handler *handler);

/** Who is told of errors. */
error_handler *file_appender_get_error_handler(file_appender *appender);

#endif
