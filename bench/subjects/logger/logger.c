// SPDX-License-Identifier: Apache-2.0
// logger_set_filter writes the filter without the monitor under which
// logger_log_record tests it and then calls it.
#include "logger.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_HANDLERS 8

struct log_handler {
	pthread_mutex_t monitor;
	enum log_level level;
	int published;
};

struct logger {
	pthread_mutex_t monitor;
	char *name;
	char *bundle;
	log_filter filter;
	log_handler *handlers[MOST_HANDLERS];
	int nhandlers;
	bool use_parent_handlers;
	enum log_level level;  // under the tree lock
	atomic_int effective;  // read without a lock
	struct logger *parent; // under the tree lock
	struct logger *next;   // of the named ones, under the manager's lock
	int uses;
};

static pthread_mutex_t tree = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t manager = PTHREAD_MUTEX_INITIALIZER;
static logger *named;

// Java's synchronized: until the end of the block.
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

// ---- handlers --------------------------------------------------------------

log_handler *log_handler_new(enum log_level level)
{
	log_handler *handler = calloc(1, sizeof *handler);
	if (handler) {
		handler->level = level;
		monitor_init(&handler->monitor);
	}
	return handler;
}

void log_handler_free(log_handler *handler)
{
	if (handler) {
		pthread_mutex_destroy(&handler->monitor);
		free(handler);
	}
}

static void publish(log_handler *handler, const struct log_record *record)
{
	SYNCHRONIZED(&handler->monitor);
	if (record->level >= handler->level) {
		handler->published++;
	}
}

// ---- making loggers --------------------------------------------------------

static logger *make(const char *name, const char *bundle)
{
	logger *logger = calloc(1, sizeof *logger);
	if (!logger) {
		return NULL;
	}
	logger->name = name ? strdup(name) : NULL;
	logger->bundle = bundle ? strdup(bundle) : NULL;
	logger->use_parent_handlers = true;
	logger->level = LOG_INHERIT;
	logger->effective = LOG_INFO;
	logger->uses = 1;
	monitor_init(&logger->monitor);
	return logger;
}

static void destroy(logger *logger)
{
	pthread_mutex_destroy(&logger->monitor);
	free(logger->name);
	free(logger->bundle);
	free(logger);
}

// With the manager's lock held.
static logger *find(const char *name)
{
	logger *logger = named;
	while (logger && strcmp(logger->name, name) != 0) {
		logger = logger->next;
	}
	return logger;
}

// With the manager's lock held.
static logger *find_or_make(const char *name, const char *bundle)
{
	logger *logger = find(name);
	if (logger) {
		logger->uses++;
		return logger;
	}
	logger = make(name, bundle);
	if (logger) {
		logger->next = named;
		named = logger;
	}
	return logger;
}

logger *logger_open(const char *name)
{
	if (!name) {
		return NULL;
	}
	SYNCHRONIZED(&manager);
	return find_or_make(name, NULL);
}

logger *logger_open_bundle(const char *name, const char *bundle)
{
	if (!name || !bundle) {
		return NULL;
	}
	SYNCHRONIZED(&manager);
	logger *logger = find(name);
	if (logger && (!logger->bundle || strcmp(logger->bundle, bundle) != 0)) {
		return NULL;
	}
	return find_or_make(name, bundle);
}

logger *logger_new_anonymous(void)
{
	return make(NULL, NULL);
}

logger *logger_new_anonymous_bundle(const char *bundle)
{
	return make(NULL, bundle);
}

void logger_free(logger *gone)
{
	if (!gone) {
		return;
	}
	SYNCHRONIZED(&manager);
	if (--gone->uses > 0) {
		return;
	}
	for (logger **link = &named; *link; link = &(*link)->next) {
		if (*link == gone) {
			*link = gone->next;
			break;
		}
	}
	destroy(gone);
}

// ---- bundles ---------------------------------------------------------------

const char *logger_get_resource_bundle_name(logger *logger)
{
	return logger->bundle; // never changes
}

bool logger_has_resource(logger *logger, const char *key)
{
	while (logger) {
		{
			SYNCHRONIZED(&logger->monitor);
			if (logger->bundle) {
				return key && strstr(logger->bundle, key) != NULL;
			}
		}
		logger = logger_get_parent(logger);
	}
	return false;
}

// ---- logging ---------------------------------------------------------------

void logger_set_filter(logger *logger, log_filter filter)
{
#ifdef FIXED
	SYNCHRONIZED(&logger->monitor);
#endif
	logger->filter = filter;
}

log_filter logger_get_filter(logger *logger)
{
#ifdef FIXED
	SYNCHRONIZED(&logger->monitor);
#endif
	return logger->filter;
}

static bool is_enabled(logger *logger, enum log_level level)
{
	int from = logger->effective;
	return (int)level >= from && from != LOG_OFF;
}

static bool is_filtered(logger *logger, const struct log_record *record)
{
	SYNCHRONIZED(&logger->monitor);
	if (logger->filter == NULL) {
		return false;
	}
#ifdef LOGGER_SLEEP
	usleep(200000); // as in the published benchmark
#endif
	return !logger->filter(record);
}

void logger_log_record(logger *logger, const struct log_record *record)
{
	if (!record || !is_enabled(logger, record->level) || is_filtered(logger, record)) {
		return;
	}
	while (logger) {
		bool up;
		{
			SYNCHRONIZED(&logger->monitor);
			for (int i = 0; i < logger->nhandlers; i++) {
				publish(logger->handlers[i], record);
			}
			up = logger->use_parent_handlers;
		}
		logger = up ? logger_get_parent(logger) : NULL;
	}
}

static const char *effective_bundle(logger *logger)
{
	for (; logger; logger = logger_get_parent(logger)) {
		if (logger->bundle) {
			return logger->bundle;
		}
	}
	return NULL;
}

static void do_log(logger *logger, struct log_record *record)
{
	record->bundle = effective_bundle(logger);
	logger_log_record(logger, record);
}

static void do_log_bundle(logger *logger, struct log_record *record, const char *bundle)
{
	record->bundle = bundle ? bundle : effective_bundle(logger);
	logger_log_record(logger, record);
}

static int sum(const int *parameters, size_t count)
{
	int total = 0;
	for (size_t i = 0; parameters && i < count; i++) {
		total = (int)((unsigned)total * 31u + (unsigned)parameters[i]);
	}
	return total;
}

void logger_log(logger *logger, enum log_level level, const char *message)
{
	if (is_enabled(logger, level)) {
		do_log(logger, &(struct log_record){.level = level, .message = message});
	}
}

void logger_log_parameter(logger *logger, enum log_level level, const char *message, int parameter)
{
	if (is_enabled(logger, level)) {
		do_log(logger, &(struct log_record){.level = level, .message = message, .parameter = parameter});
	}
}

void logger_log_parameters(logger *logger, enum log_level level, const char *message, const int *parameters, size_t count)
{
	if (is_enabled(logger, level)) {
		do_log(logger, &(struct log_record){
			.level = level, .message = message, .parameter = sum(parameters, count)});
	}
}

void logger_log_thrown(logger *logger, enum log_level level, const char *message, int thrown)
{
	if (is_enabled(logger, level)) {
		do_log(logger, &(struct log_record){.level = level, .message = message, .thrown = thrown});
	}
}

void logger_logp(logger *logger, enum log_level level, const char *class, const char *method, const char *message)
{
	if (is_enabled(logger, level)) {
		do_log(logger, &(struct log_record){
			.level = level, .message = message, .source_class = class, .source_method = method});
	}
}

void logger_logp_parameter(logger *logger, enum log_level level, const char *class, const char *method,
	const char *message, int parameter)
{
	if (is_enabled(logger, level)) {
		do_log(logger, &(struct log_record){.level = level, .message = message, .source_class = class,
			.source_method = method, .parameter = parameter});
	}
}

void logger_logp_parameters(logger *logger, enum log_level level, const char *class, const char *method,
	const char *message, const int *parameters, size_t count)
{
	if (is_enabled(logger, level)) {
		do_log(logger, &(struct log_record){.level = level, .message = message, .source_class = class,
			.source_method = method, .parameter = sum(parameters, count)});
	}
}

void logger_logp_thrown(logger *logger, enum log_level level, const char *class, const char *method,
	const char *message, int thrown)
{
	if (is_enabled(logger, level)) {
		do_log(logger, &(struct log_record){.level = level, .message = message, .source_class = class,
			.source_method = method, .thrown = thrown});
	}
}

void logger_logrb(logger *logger, enum log_level level, const char *class, const char *method, const char *bundle,
	const char *message)
{
	if (is_enabled(logger, level)) {
		do_log_bundle(logger, &(struct log_record){.level = level, .message = message, .source_class = class,
			.source_method = method}, bundle);
	}
}

void logger_logrb_parameter(logger *logger, enum log_level level, const char *class, const char *method,
	const char *bundle, const char *message, int parameter)
{
	if (is_enabled(logger, level)) {
		do_log_bundle(logger, &(struct log_record){.level = level, .message = message, .source_class = class,
			.source_method = method, .parameter = parameter}, bundle);
	}
}

void logger_logrb_parameters(logger *logger, enum log_level level, const char *class, const char *method,
	const char *bundle, const char *message, const int *parameters, size_t count)
{
	if (is_enabled(logger, level)) {
		do_log_bundle(logger, &(struct log_record){.level = level, .message = message, .source_class = class,
			.source_method = method, .parameter = sum(parameters, count)}, bundle);
	}
}

void logger_logrb_thrown(logger *logger, enum log_level level, const char *class, const char *method,
	const char *bundle, const char *message, int thrown)
{
	if (is_enabled(logger, level)) {
		do_log_bundle(logger, &(struct log_record){.level = level, .message = message, .source_class = class,
			.source_method = method, .thrown = thrown}, bundle);
	}
}

void logger_entering(logger *logger, const char *class, const char *method)
{
	if (is_enabled(logger, LOG_FINER)) {
		logger_logp(logger, LOG_FINER, class, method, "ENTRY");
	}
}

void logger_entering_parameter(logger *logger, const char *class, const char *method, int parameter)
{
	if (is_enabled(logger, LOG_FINER)) {
		logger_logp_parameter(logger, LOG_FINER, class, method, "ENTRY {0}", parameter);
	}
}

void logger_entering_parameters(logger *logger, const char *class, const char *method, const int *parameters,
	size_t count)
{
	if (is_enabled(logger, LOG_FINER)) {
		logger_logp_parameters(logger, LOG_FINER, class, method, "ENTRY {0} ...", parameters, count);
	}
}

void logger_exiting(logger *logger, const char *class, const char *method)
{
	if (is_enabled(logger, LOG_FINER)) {
		logger_logp(logger, LOG_FINER, class, method, "RETURN");
	}
}

void logger_exiting_result(logger *logger, const char *class, const char *method, int result)
{
	if (is_enabled(logger, LOG_FINER)) {
		logger_logp_parameter(logger, LOG_FINER, class, method, "RETURN {0}", result);
	}
}

void logger_throwing(logger *logger, const char *class, const char *method, int thrown)
{
	if (is_enabled(logger, LOG_FINER)) {
		logger_logp_thrown(logger, LOG_FINER, class, method, "THROW", thrown);
	}
}

void logger_severe(logger *logger, const char *message)
{
	logger_log(logger, LOG_SEVERE, message);
}

void logger_warning(logger *logger, const char *message)
{
	logger_log(logger, LOG_WARNING, message);
}

void logger_info(logger *logger, const char *message)
{
	logger_log(logger, LOG_INFO, message);
}

void logger_config(logger *logger, const char *message)
{
	logger_log(logger, LOG_CONFIG, message);
}

void logger_fine(logger *logger, const char *message)
{
	logger_log(logger, LOG_FINE, message);
}

void logger_finer(logger *logger, const char *message)
{
	logger_log(logger, LOG_FINER, message);
}

void logger_finest(logger *logger, const char *message)
{
	logger_log(logger, LOG_FINEST, message);
}

// ---- levels, names, handlers, parents --------------------------------------

// With the tree lock held.
static void update_effective(logger *logger)
{
	if (logger->level != LOG_INHERIT) {
		logger->effective = logger->level;
	} else if (logger->parent) {
		logger->effective = atomic_load(&logger->parent->effective);
	} else {
		logger->effective = LOG_INFO;
	}
}

void logger_set_level(logger *logger, enum log_level level)
{
	SYNCHRONIZED(&tree);
	logger->level = level;
	update_effective(logger);
}

enum log_level logger_get_level(logger *logger)
{
	SYNCHRONIZED(&tree);
	return logger->level;
}

bool logger_is_loggable(logger *logger, enum log_level level)
{
	return is_enabled(logger, level);
}

const char *logger_get_name(logger *logger)
{
	return logger->name; // never changes
}

int logger_add_handler(logger *logger, log_handler *handler)
{
	if (!handler) {
		return -1;
	}
	SYNCHRONIZED(&logger->monitor);
	if (logger->nhandlers == MOST_HANDLERS) {
		return -1;
	}
	logger->handlers[logger->nhandlers++] = handler;
	return 0;
}

int logger_remove_handler(logger *logger, log_handler *handler)
{
	SYNCHRONIZED(&logger->monitor);
	for (int i = 0; i < logger->nhandlers; i++) {
		if (logger->handlers[i] == handler) {
			logger->handlers[i] = logger->handlers[--logger->nhandlers];
			return 0;
		}
	}
	return -1;
}

int logger_get_handlers(logger *logger)
{
	SYNCHRONIZED(&logger->monitor);
	return logger->nhandlers;
}

void logger_set_use_parent_handlers(logger *logger, bool use)
{
	SYNCHRONIZED(&logger->monitor);
	logger->use_parent_handlers = use;
}

bool logger_get_use_parent_handlers(logger *logger)
{
	SYNCHRONIZED(&logger->monitor);
	return logger->use_parent_handlers;
}

logger *logger_get_parent(logger *logger)
{
	SYNCHRONIZED(&tree);
	return logger->parent;
}

int logger_set_parent(logger *child, logger *parent)
{
	if (!parent) {
		return -1;
	}
	SYNCHRONIZED(&tree);
	for (logger *above = parent; above; above = above->parent) {
		if (above == child) {
			return -1;
		}
	}
	child->parent = parent;
	update_effective(child);
	return 0;
}
