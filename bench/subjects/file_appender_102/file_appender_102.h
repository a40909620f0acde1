// SPDX-License-Identifier: Apache-2.0
// An appender that formats logging events and writes them to a file or a writer
// (files are kept in memory here).
#ifndef FILE_APPENDER_102_H
#define FILE_APPENDER_102_H

#include <stdbool.h>

typedef struct category category;
typedef struct logging_event logging_event;
typedef struct layout layout;
typedef struct writer writer;
typedef struct error_handler error_handler;
typedef struct file_appender file_appender;

/** A category of events; NULL when there is no name or no memory. */
category *category_new(const char *name);

/** Free the category. No event may use it any more. */
void category_free(category *category);

/** An event of a category, which is not owned; NULL without category, message or memory. */
logging_event *logging_event_new(category *category, int priority, const char *message);

/** Free the event. Nothing may use it any more. */
void logging_event_free(logging_event *event);

/** A layout that writes this before each message; NULL when there is no memory. */
layout *layout_new(const char *conversion);

/** Free the layout. No appender may use it any more. */
void layout_free(layout *layout);

/** A writer into memory; NULL when there is no memory. */
writer *writer_new(void);

/** Free the writer. No appender may use it any more. */
void writer_free(writer *writer);

/** A handler that counts errors; NULL when there is no memory. */
error_handler *error_handler_new(void);

/** Free the handler. No appender may use it any more. */
void error_handler_free(error_handler *handler);

/** An appender without layout and file; NULL when there is no memory. */
file_appender *file_appender_new(void);

/** An appender with layout and writer, which are not owned. */
file_appender *file_appender_new_writer(layout *layout, writer *writer);

/** Free the appender. No other thread may use it any more. */
void file_appender_free(file_appender *appender);

/** Open the file whose name was set. */
void file_appender_activate_options(file_appender *appender);

/** Append an event, if there are layout and file. */
void file_appender_append(file_appender *appender, logging_event *event);

/** Append an event, unless the appender is closed. */
void file_appender_do_append(file_appender *appender, logging_event *event);

/** Close the file; nothing is appended any more. */
void file_appender_close(file_appender *appender);

/** Set an option, "File", "Append" or "ImmediateFlush"; -1 when there is none of that name. */
int file_appender_set_option(file_appender *appender, const char *option, const char *value);

/** Set the name of the file and open it. */
void file_appender_set_file(file_appender *appender, const char *name);

/** The same, and whether to append to what is there. */
void file_appender_set_file_append(file_appender *appender, const char *name, bool append);

/** Write to a writer, which is not owned, from now on. */
void file_appender_set_writer(file_appender *appender, writer *writer);

/** Set the layout, which is not owned; NULL: none. */
void file_appender_set_layout(file_appender *appender, layout *layout);

/** Set who is told of errors, not owned; NULL is not taken. */
void file_appender_set_error_handler(file_appender *appender, error_handler *handler);

/** Whether to flush after each event. */
void file_appender_set_immediate_flush(file_appender *appender, bool flush);

/** Whether a layout is needed: always. */
bool file_appender_requires_layout(file_appender *appender);

/** The name of the appender. */
const char *file_appender_get_name(file_appender *appender);

#endif
