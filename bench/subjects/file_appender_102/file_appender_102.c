// SPDX-License-Identifier: Apache-2.0
// Appending sees first that there is something to write to, and uses it then.
// file_appender_close takes no lock and takes it away in between, even from
// file_appender_do_append, which holds the monitor.
#include "file_appender_102.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define TEXT 48

struct category {
	char name[TEXT];
};

struct logging_event {
	category *category;
	int priority;
	char message[TEXT];
};

struct layout {
	char conversion[TEXT];
};

struct writer {
	pthread_mutex_t monitor;
	size_t written;
	size_t flushed;
	bool closed;
};

struct error_handler {
	atomic_int errors;
};

// Writes to a writer and tells of errors.
struct quiet_writer {
	struct quiet_writer *older;
	writer *writer;
	error_handler *handler;
	writer *file; // its own, when it writes to a file
	char *name;   // of the file
};

// Quiet writers and names of files are kept until the appender is freed.
struct file_appender {
	pthread_mutex_t monitor;
	layout *layout;
	error_handler *error_handler;
	struct quiet_writer *qw; // NULL: nothing to write to
	bool qw_is_ours;
	const char *file_name;
	bool file_append;
	bool immediate_flush;
	bool closed;
	error_handler only_once; // the handler that is there at first
	_Atomic(struct quiet_writer *) made;
};

#define SYNCHRONIZED(lock) __attribute__((cleanup(leave), unused)) pthread_mutex_t *held = enter(lock)

static pthread_mutex_t *enter(pthread_mutex_t *lock)
{
	pthread_mutex_lock(lock);
	return lock;
}

static void leave(pthread_mutex_t **lock)
{
	pthread_mutex_unlock(*lock);
}

static void monitor_init(pthread_mutex_t *monitor)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

// The repair: these hold the monitor, too.
#ifdef FIXED
#define SYNCHRONIZED_IF_FIXED(appender) SYNCHRONIZED(&(appender)->monitor)
#else
#define SYNCHRONIZED_IF_FIXED(appender) (void)(appender)
#endif

// ---- events, layouts, error handlers ---------------------------------------

static void copy_text(char text[TEXT], const char *from)
{
	strncpy(text, from, TEXT - 1);
}

category *category_new(const char *name)
{
	category *category = name ? calloc(1, sizeof *category) : NULL;
	if (category) {
		copy_text(category->name, name);
	}
	return category;
}

void category_free(category *category)
{
	free(category);
}

logging_event *logging_event_new(category *category, int priority, const char *message)
{
	logging_event *event = category && message ? calloc(1, sizeof *event) : NULL;
	if (event) {
		event->category = category;
		event->priority = priority;
		copy_text(event->message, message);
	}
	return event;
}

void logging_event_free(logging_event *event)
{
	free(event);
}

layout *layout_new(const char *conversion)
{
	layout *layout = conversion ? calloc(1, sizeof *layout) : NULL;
	if (layout) {
		copy_text(layout->conversion, conversion);
	}
	return layout;
}

void layout_free(layout *layout)
{
	free(layout);
}

error_handler *error_handler_new(void)
{
	return calloc(1, sizeof(error_handler));
}

void error_handler_free(error_handler *handler)
{
	free(handler);
}

// ---- writers ---------------------------------------------------------------

writer *writer_new(void)
{
	writer *writer = calloc(1, sizeof *writer);
	if (writer) {
		monitor_init(&writer->monitor);
	}
	return writer;
}

void writer_free(writer *writer)
{
	if (writer) {
		pthread_mutex_destroy(&writer->monitor);
		free(writer);
	}
}

static bool writer_write(writer *writer, const char *text)
{
	SYNCHRONIZED(&writer->monitor);
	writer->written += strlen(text);
	return !writer->closed;
}

static void writer_flush(writer *writer)
{
	SYNCHRONIZED(&writer->monitor);
	writer->flushed = writer->written;
}

static void writer_close(writer *writer)
{
	SYNCHRONIZED(&writer->monitor);
	writer->closed = true;
}

// To a writer, or to a file of this name.
static struct quiet_writer *make_quiet_writer(file_appender *appender, writer *writer, const char *name)
{
	struct quiet_writer *qw = calloc(1, sizeof *qw);
	if (!qw) {
		abort();
	}
	qw->name = name ? strdup(name) : NULL;
	qw->file = writer ? NULL : writer_new();
	qw->writer = writer ? writer : qw->file;
	qw->handler = appender->error_handler;
	qw->older = appender->made;
	while (!atomic_compare_exchange_weak(&appender->made, &qw->older, qw)) {
	}
	return qw;
}

static void write_text(writer *writer, error_handler *handler, const char *text)
{
	if (!writer_write(writer, text)) {
		handler->errors++;
	}
}

// ---- making appenders ------------------------------------------------------

file_appender *file_appender_new(void)
{
	file_appender *appender = calloc(1, sizeof *appender);
	if (!appender) {
		return NULL;
	}
	monitor_init(&appender->monitor);
	appender->error_handler = &appender->only_once;
	appender->file_append = true;
	appender->immediate_flush = true;
	return appender;
}

file_appender *file_appender_new_writer(layout *layout, writer *writer)
{
	file_appender *appender = file_appender_new();
	if (appender) {
		appender->layout = layout;
		file_appender_set_writer(appender, writer);
	}
	return appender;
}

void file_appender_free(file_appender *appender)
{
	if (!appender) {
		return;
	}
	for (struct quiet_writer *qw = appender->made; qw;) {
		struct quiet_writer *older = qw->older;
		writer_free(qw->file);
		free(qw->name);
		free(qw);
		qw = older;
	}
	pthread_mutex_destroy(&appender->monitor);
	free(appender);
}

// ---- opening and closing ---------------------------------------------------

static void close_writer(file_appender *appender)
{
	struct quiet_writer *qw = appender->qw;
	if (qw) {
		writer_close(qw->writer);
	}
}

static void reset(file_appender *appender)
{
	if (appender->qw_is_ours) {
		close_writer(appender);
	}
	appender->file_name = NULL;
	appender->qw = NULL;
}

void file_appender_close(file_appender *appender)
{
	SYNCHRONIZED_IF_FIXED(appender);
	if (!appender->closed) {
		appender->closed = true;
		reset(appender);
	}
}

void file_appender_set_file_append(file_appender *appender, const char *name, bool append)
{
	SYNCHRONIZED(&appender->monitor);
	if (!name) {
		appender->error_handler->errors++;
		return;
	}
	reset(appender);
	struct quiet_writer *qw = make_quiet_writer(appender, NULL, name);
	appender->file_name = qw->name;
	appender->file_append = append;
	appender->qw = qw;
	appender->qw_is_ours = true;
}

void file_appender_set_file(file_appender *appender, const char *name)
{
	SYNCHRONIZED_IF_FIXED(appender);
	file_appender_set_file_append(appender, name, appender->file_append);
}

void file_appender_set_writer(file_appender *appender, writer *writer)
{
	SYNCHRONIZED(&appender->monitor);
	if (!writer) {
		return;
	}
	reset(appender);
	appender->qw = make_quiet_writer(appender, writer, NULL);
	appender->qw_is_ours = false;
}

void file_appender_activate_options(file_appender *appender)
{
	SYNCHRONIZED_IF_FIXED(appender);
	const char *name = appender->file_name;
	if (name) {
		file_appender_set_file_append(appender, name, appender->file_append);
	}
}

// ---- appending -------------------------------------------------------------

static bool check_entry_conditions(file_appender *appender)
{
	if (appender->qw == NULL || appender->layout == NULL) {
		appender->error_handler->errors++;
		return false;
	}
	return true;
}

static void sub_append(file_appender *appender, logging_event *event)
{
	write_text(appender->qw->writer, appender->qw->handler, appender->layout->conversion);
	write_text(appender->qw->writer, appender->qw->handler, event->category->name);
	write_text(appender->qw->writer, appender->qw->handler, event->message);
	if (appender->immediate_flush) {
		writer_flush(appender->qw->writer);
	}
}

void file_appender_append(file_appender *appender, logging_event *event)
{
	SYNCHRONIZED_IF_FIXED(appender);
	if (event && check_entry_conditions(appender)) {
		sub_append(appender, event);
	}
}

void file_appender_do_append(file_appender *appender, logging_event *event)
{
	SYNCHRONIZED(&appender->monitor);
	if (appender->closed) {
		appender->error_handler->errors++;
		return;
	}
	file_appender_append(appender, event);
}

// ---- options ---------------------------------------------------------------

static bool is_true(const char *value)
{
	return strcmp(value, "true") == 0;
}

int file_appender_set_option(file_appender *appender, const char *option, const char *value)
{
	SYNCHRONIZED_IF_FIXED(appender);
	if (!option || !value) {
		return -1;
	}
	if (strcmp(option, "File") == 0) {
		file_appender_set_file(appender, value);
	} else if (strcmp(option, "Append") == 0) {
		appender->file_append = is_true(value);
	} else if (strcmp(option, "ImmediateFlush") == 0) {
		appender->immediate_flush = is_true(value);
	} else {
		return -1;
	}
	return 0;
}

void file_appender_set_layout(file_appender *appender, layout *layout)
{
	SYNCHRONIZED_IF_FIXED(appender);
	appender->layout = layout;
}

void file_appender_set_error_handler(file_appender *appender, error_handler *handler)
{
	SYNCHRONIZED(&appender->monitor);
	if (handler) {
		appender->error_handler = handler;
	}
}

void file_appender_set_immediate_flush(file_appender *appender, bool flush)
{
	SYNCHRONIZED_IF_FIXED(appender);
	appender->immediate_flush = flush;
}

bool file_appender_requires_layout(file_appender *appender)
{
	(void)appender;
	return true;
}

const char *file_appender_get_name(file_appender *appender)
{
	(void)appender;
	return "file"; // never changes
}
