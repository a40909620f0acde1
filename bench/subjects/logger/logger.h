// SPDX-License-Identifier: Apache-2.0
// Named and anonymous loggers with levels, a filter, handlers and parents.
#ifndef LOGGER_H
#define LOGGER_H

#include <stdbool.h>
#include <stddef.h>

enum log_level {
	LOG_ALL = 0,
	LOG_FINEST = 300,
	LOG_FINER = 400,
	LOG_FINE = 500,
	LOG_CONFIG = 700,
	LOG_INFO = 800,
	LOG_WARNING = 900,
	LOG_SEVERE = 1000,
	LOG_OFF = 1100,
	LOG_INHERIT = -1,
};

/** What is handed to filters and handlers. */
struct log_record {
	enum log_level level;
	const char *message;
	const char *source_class;
	const char *source_method;
	const char *bundle;
	int parameter;
	int thrown;
};

/** Whether a record is to be published. */
typedef bool (*log_filter)(const struct log_record *record);

typedef struct log_handler log_handler;
typedef struct logger logger;

/** A handler that counts records of at least this level; NULL when there is no memory. */
log_handler *log_handler_new(enum log_level level);

/** Free the handler. No logger may use it any more. */
void log_handler_free(log_handler *handler);

/** The logger of a name, made if there is none yet; NULL when there is no memory. Every caller frees it. */
logger *logger_open(const char *name);

/** The same with the resource bundle of its messages; NULL when it has another one already. */
logger *logger_open_bundle(const char *name, const char *bundle);

/** A logger that no name leads to; NULL when there is no memory. */
logger *logger_new_anonymous(void);

/** The same with a resource bundle. */
logger *logger_new_anonymous_bundle(const char *bundle);

/** Give up the logger. Whoever got it last may not use it any more. */
void logger_free(logger *logger);

/** The name of the bundle, NULL if there is none. */
const char *logger_get_resource_bundle_name(logger *logger);

/** Whether the bundle of the logger, or the next one above it that has one, has a text for the key. */
bool logger_has_resource(logger *logger, const char *key);

/** Set the filter, NULL for none. */
void logger_set_filter(logger *logger, log_filter filter);

/** The filter, NULL if there is none. */
log_filter logger_get_filter(logger *logger);

/** Log a record. */
void logger_log_record(logger *logger, const struct log_record *record);

/** Log a message. */
void logger_log(logger *logger, enum log_level level, const char *message);

/** Log a message with a parameter. */
void logger_log_parameter(logger *logger, enum log_level level, const char *message, int parameter);

/** Log a message with parameters. */
void logger_log_parameters(logger *logger, enum log_level level, const char *message, const int *parameters, size_t count);

/** Log a message with an error number. */
void logger_log_thrown(logger *logger, enum log_level level, const char *message, int thrown);

/** Log a message, naming its place. */
void logger_logp(logger *logger, enum log_level level, const char *class, const char *method, const char *message);

/** Log a message with a parameter, naming its place. */
void logger_logp_parameter(logger *logger, enum log_level level, const char *class, const char *method,
	const char *message, int parameter);

/** Log a message with parameters, naming its place. */
void logger_logp_parameters(logger *logger, enum log_level level, const char *class, const char *method,
	const char *message, const int *parameters, size_t count);

/** Log a message with an error number, naming its place. */
void logger_logp_thrown(logger *logger, enum log_level level, const char *class, const char *method,
	const char *message, int thrown);

/** Log a message of a bundle, naming its place. */
void logger_logrb(logger *logger, enum log_level level, const char *class, const char *method, const char *bundle,
	const char *message);

/** Log a message of a bundle with a parameter, naming its place. */
void logger_logrb_parameter(logger *logger, enum log_level level, const char *class, const char *method,
	const char *bundle, const char *message, int parameter);

/** Log a message of a bundle with parameters, naming its place. */
void logger_logrb_parameters(logger *logger, enum log_level level, const char *class, const char *method,
	const char *bundle, const char *message, const int *parameters, size_t count);

/** Log a message of a bundle with an error number, naming its place. */
void logger_logrb_thrown(logger *logger, enum log_level level, const char *class, const char *method,
	const char *bundle, const char *message, int thrown);

/** Log that a method is entered. */
void logger_entering(logger *logger, const char *class, const char *method);

/** Log that a method is entered with a parameter. */
void logger_entering_parameter(logger *logger, const char *class, const char *method, int parameter);

/** Log that a method is entered with parameters. */
void logger_entering_parameters(logger *logger, const char *class, const char *method, const int *parameters,
	size_t count);

/** Log that a method is left. */
void logger_exiting(logger *logger, const char *class, const char *method);

/** Log that a method is left with a result. */
void logger_exiting_result(logger *logger, const char *class, const char *method, int result);

/** Log that a method fails. */
void logger_throwing(logger *logger, const char *class, const char *method, int thrown);

/** Log a message of level SEVERE. */
void logger_severe(logger *logger, const char *message);

/** Log a message of level WARNING. */
void logger_warning(logger *logger, const char *message);

/** Log a message of level INFO. */
void logger_info(logger *logger, const char *message);

/** Log a message of level CONFIG. */
void logger_config(logger *logger, const char *message);

/** Log a message of level FINE. */
void logger_fine(logger *logger, const char *message);

/** Log a message of level FINER. */
void logger_finer(logger *logger, const char *message);

/** Log a message of level FINEST. */
void logger_finest(logger *logger, const char *message);

/** Set the level from which on messages are logged; LOG_INHERIT: that of the parent. */
void logger_set_level(logger *logger, enum log_level level);

/** The level that was set, or LOG_INHERIT. */
enum log_level logger_get_level(logger *logger);

/** Whether a message of the level would be logged. */
bool logger_is_loggable(logger *logger, enum log_level level);

/** The name, NULL for anonymous loggers. */
const char *logger_get_name(logger *logger);

/** Add a handler, which is not owned; -1 when there is no room for it or it is NULL. */
int logger_add_handler(logger *logger, log_handler *handler);

/** Remove a handler; -1 when it was not there. */
int logger_remove_handler(logger *logger, log_handler *handler);

/** How many handlers there are. */
int logger_get_handlers(logger *logger);

/** Whether records are also given to the handlers of the parents. */
void logger_set_use_parent_handlers(logger *logger, bool use);

/** Whether they are. */
bool logger_get_use_parent_handlers(logger *logger);

/** The parent, NULL if there is none. */
logger *logger_get_parent(logger *logger);

/** Set the parent, which must live longer; -1 if it is NULL or would be its own ancestor. */
int logger_set_parent(logger *logger, struct logger *parent);

#endif
