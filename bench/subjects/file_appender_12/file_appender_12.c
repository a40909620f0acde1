// SPDX-License-Identifier: Apache-2.0
// do_append, close, set_file_options, set_writer and set_error_handler hold the
// monitor. append is public and does not: what it has tested is taken away by
// the others. So are the name of the file, the threshold and the filters.
#include "file_appender_12.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define TEXT 32

struct priority {
	int level;
};

struct filter {
	int level;
};

struct layout {
	char conversion[TEXT];
};

struct error_handler {
	int errors;
};

struct writer {
	char *text;
	size_t length;
	size_t capacity;
	size_t flushed;
};

struct link {
	struct link *next;
	struct link *older; // of all that were ever made
	filter *filter;
};

struct file_appender {
	pthread_mutex_t monitor;
	layout *layout;
	char name[TEXT];
	priority *threshold;
	error_handler *errors;
	struct link *head_filter;
	struct link *tail_filter;
	struct link *all_links;
	bool closed;
	bool immediate_flush;
	int encoding;
	struct writer *qw;
	bool file_append;
	char *file_name;
	bool buffered_io;
	int buffer_size;
};

// Java's synchronized: until the end of the block.
#define SYNCHRONIZED(object) __attribute__((cleanup(leave), unused)) struct file_appender *held = enter(object)

static file_appender *enter(file_appender *object)
{
	pthread_mutex_lock(&object->monitor);
	return object;
}

static void leave(file_appender **object)
{
	pthread_mutex_unlock(&(*object)->monitor);
}

static void monitor_init(file_appender *object)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&object->monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

// Where the original has no synchronized, and needs one.
#ifdef FIXED
#define SYNCHRONIZED_IF_FIXED(object) SYNCHRONIZED(object)
#else
#define SYNCHRONIZED_IF_FIXED(object) (void)(object)
#endif

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

// ---- parts -----------------------------------------------------------------

priority *priority_new(int level)
{
	priority *priority = malloc(sizeof *priority);
	if (priority) {
		priority->level = level;
	}
	return priority;
}

void priority_free(priority *priority)
{
	free(priority);
}

filter *filter_new(int level)
{
	filter *filter = malloc(sizeof *filter);
	if (filter) {
		filter->level = level;
	}
	return filter;
}

void filter_free(filter *filter)
{
	free(filter);
}

layout *layout_new(const char *conversion)
{
	layout *layout = conversion ? calloc(1, sizeof *layout) : NULL;
	if (layout) {
		strncpy(layout->conversion, conversion, TEXT - 1);
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

// ---- the writer ------------------------------------------------------------

static struct writer *writer_new(void)
{
	struct writer *writer = calloc(1, sizeof *writer);
	if (!writer) {
		abort();
	}
	return writer;
}

static void writer_free(struct writer *writer)
{
	if (writer) {
		free(writer->text);
		free(writer);
	}
}

static void write_text(struct writer *writer, const char *text)
{
	size_t n = strlen(text);
	if (writer->length + n > writer->capacity) {
		writer->capacity = 2 * (writer->length + n);
		char *larger = realloc(writer->text, writer->capacity);
		if (!larger) {
			abort();
		}
		writer->text = larger;
	}
	if (n > 0) {
		memcpy(writer->text + writer->length, text, n);
		writer->length += n;
	}
}

static void flush(struct writer *writer)
{
	writer->flushed = writer->length;
}

// ---- making ----------------------------------------------------------------

file_appender *file_appender_new(void)
{
	file_appender *appender = calloc(1, sizeof *appender);
	if (appender) {
		monitor_init(appender);
		appender->immediate_flush = true;
		appender->file_append = true;
		appender->buffer_size = 8192;
	}
	return appender;
}

file_appender *file_appender_new_file(layout *layout, const char *name)
{
	file_appender *appender = file_appender_new();
	if (appender) {
		appender->layout = layout;
		file_appender_set_file_options(appender, name, true, false, 8192);
	}
	return appender;
}

void file_appender_free(file_appender *appender)
{
	if (!appender) {
		return;
	}
	while (appender->all_links) {
		struct link *link = appender->all_links;
		appender->all_links = link->older;
		free(link);
	}
	writer_free(appender->qw);
	free(appender->file_name);
	pthread_mutex_destroy(&appender->monitor);
	free(appender);
}

// ---- the file --------------------------------------------------------------

static void close_writer(file_appender *appender)
{
	struct writer *writer = appender->qw;
	appender->qw = NULL;
	writer_free(writer);
}

static void reset(file_appender *appender)
{
	close_writer(appender);
	char *name = appender->file_name;
	appender->file_name = NULL;
	free(name);
}

void file_appender_activate_options(file_appender *appender)
{
	SYNCHRONIZED_IF_FIXED(appender);
	if (appender->file_name != NULL) {
		file_appender_set_file_options(appender, appender->file_name, appender->file_append,
			appender->buffered_io, appender->buffer_size);
	} else if (appender->errors) {
		appender->errors->errors++;
	}
}

void file_appender_set_file(file_appender *appender, const char *name)
{
	SYNCHRONIZED_IF_FIXED(appender);
	char *old = appender->file_name;
	appender->file_name = name ? strdup(name) : NULL;
	free(old);
}

int file_appender_set_file_options(file_appender *appender, const char *name, bool append, bool buffered, int size)
{
	SYNCHRONIZED(appender);
	if (!name) {
		return -1;
	}
	char *copy = strdup(name);
	reset(appender);
	if (buffered) {
		appender->immediate_flush = false;
	}
	appender->qw = writer_new();
	appender->file_name = copy;
	appender->file_append = append;
	appender->buffered_io = buffered;
	appender->buffer_size = size;
	return 0;
}

size_t file_appender_get_file(file_appender *appender, char *name, size_t size)
{
	SYNCHRONIZED_IF_FIXED(appender);
	return appender->file_name ? get_text(appender->file_name, name, size) : 0;
}

void file_appender_set_writer(file_appender *appender)
{
	SYNCHRONIZED(appender);
	reset(appender);
	appender->qw = writer_new();
}

void file_appender_close(file_appender *appender)
{
	SYNCHRONIZED(appender);
	if (!appender->closed) {
		appender->closed = true;
		reset(appender);
	}
}

// ---- appending -------------------------------------------------------------

bool file_appender_check_entry_conditions(file_appender *appender)
{
	SYNCHRONIZED_IF_FIXED(appender);
	bool ready = !appender->closed && appender->qw != NULL && appender->layout != NULL;
	if (!ready && appender->errors) {
		appender->errors->errors++;
	}
	return ready;
}

static void sub_append(file_appender *appender, const struct logging_event *event)
{
	write_text(appender->qw, appender->layout->conversion);
	write_text(appender->qw, event->message ? event->message : "null");
	if (appender->immediate_flush) {
		flush(appender->qw);
	}
}

void file_appender_append(file_appender *appender, const struct logging_event *event)
{
	SYNCHRONIZED_IF_FIXED(appender);
	if (event && file_appender_check_entry_conditions(appender)) {
		sub_append(appender, event);
	}
}

void file_appender_do_append(file_appender *appender, const struct logging_event *event)
{
	SYNCHRONIZED(appender);
	if (appender->closed || !event) {
		return;
	}
	priority priority = {event->level};
	if (!file_appender_is_as_severe_as_threshold(appender, &priority)) {
		return;
	}
	for (struct link *link = appender->head_filter; link; link = link->next) {
		if (link->filter->level == event->level) {
			return;
		}
	}
	file_appender_append(appender, event);
}

// ---- options ---------------------------------------------------------------

void file_appender_set_append(file_appender *appender, bool append)
{
	SYNCHRONIZED_IF_FIXED(appender);
	appender->file_append = append;
}

bool file_appender_get_append(file_appender *appender)
{
	SYNCHRONIZED_IF_FIXED(appender);
	return appender->file_append;
}

void file_appender_set_buffered_io(file_appender *appender, bool buffered)
{
	SYNCHRONIZED_IF_FIXED(appender);
	appender->buffered_io = buffered;
	if (buffered) {
		appender->immediate_flush = false;
	}
}

bool file_appender_get_buffered_io(file_appender *appender)
{
	SYNCHRONIZED_IF_FIXED(appender);
	return appender->buffered_io;
}

void file_appender_set_buffer_size(file_appender *appender, int size)
{
	SYNCHRONIZED_IF_FIXED(appender);
	appender->buffer_size = size;
}

int file_appender_get_buffer_size(file_appender *appender)
{
	SYNCHRONIZED_IF_FIXED(appender);
	return appender->buffer_size;
}

void file_appender_set_immediate_flush(file_appender *appender, bool immediate)
{
	SYNCHRONIZED_IF_FIXED(appender);
	appender->immediate_flush = immediate;
}

bool file_appender_get_immediate_flush(file_appender *appender)
{
	SYNCHRONIZED_IF_FIXED(appender);
	return appender->immediate_flush;
}

void file_appender_set_encoding(file_appender *appender, int encoding)
{
	SYNCHRONIZED_IF_FIXED(appender);
	appender->encoding = encoding;
}

int file_appender_get_encoding(file_appender *appender)
{
	SYNCHRONIZED_IF_FIXED(appender);
	return appender->encoding;
}

void file_appender_set_layout(file_appender *appender, layout *layout)
{
	SYNCHRONIZED_IF_FIXED(appender);
	appender->layout = layout;
}

layout *file_appender_get_layout(file_appender *appender)
{
	SYNCHRONIZED_IF_FIXED(appender);
	return appender->layout;
}

bool file_appender_requires_layout(file_appender *appender)
{
	(void)appender;
	return true;
}

void file_appender_set_name(file_appender *appender, const char *name)
{
	SYNCHRONIZED_IF_FIXED(appender);
	strncpy(appender->name, name ? name : "", TEXT - 1);
}

size_t file_appender_get_name(file_appender *appender, char *name, size_t size)
{
	SYNCHRONIZED_IF_FIXED(appender);
	return get_text(appender->name, name, size);
}

// ---- threshold and filters -------------------------------------------------

void file_appender_set_threshold(file_appender *appender, priority *threshold)
{
	SYNCHRONIZED_IF_FIXED(appender);
	appender->threshold = threshold;
}

priority *file_appender_get_threshold(file_appender *appender)
{
	SYNCHRONIZED_IF_FIXED(appender);
	return appender->threshold;
}

bool file_appender_is_as_severe_as_threshold(file_appender *appender, priority *priority)
{
	SYNCHRONIZED_IF_FIXED(appender);
	if (!priority) {
		return false;
	}
	return appender->threshold == NULL || priority->level >= appender->threshold->level;
}

void file_appender_add_filter(file_appender *appender, filter *filter)
{
	SYNCHRONIZED_IF_FIXED(appender);
	struct link *link = filter ? malloc(sizeof *link) : NULL;
	if (!link) {
		return;
	}
	*link = (struct link){NULL, appender->all_links, filter};
	appender->all_links = link;
	if (appender->head_filter == NULL) {
		appender->head_filter = appender->tail_filter = link;
	} else {
		appender->tail_filter->next = link;
		appender->tail_filter = link;
	}
}

void file_appender_clear_filters(file_appender *appender)
{
	SYNCHRONIZED_IF_FIXED(appender);
	appender->head_filter = appender->tail_filter = NULL;
}

filter *file_appender_get_filter(file_appender *appender)
{
	SYNCHRONIZED_IF_FIXED(appender);
	struct link *head = appender->head_filter;
	return head ? head->filter : NULL;
}

void file_appender_set_error_handler(file_appender *appender, error_handler *handler)
{
	SYNCHRONIZED(appender);
	if (handler) {
		appender->errors = handler;
	}
}

error_handler *file_appender_get_error_handler(file_appender *appender)
{
	SYNCHRONIZED_IF_FIXED(appender);
	return appender->errors;
}
