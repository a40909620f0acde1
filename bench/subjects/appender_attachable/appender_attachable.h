// SPDX-License-Identifier: Apache-2.0
// A list of appenders that all get every event.
#ifndef APPENDER_ATTACHABLE_H
#define APPENDER_ATTACHABLE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct appender appender;
typedef struct appender_attachable appender_attachable;

/** An appender that counts events; NULL when there is no memory. */
appender *appender_new(const char *name);

/** Free the appender. No list may hold it any more. */
void appender_free(appender *appender);

/** A list without appenders; NULL when there is no memory. */
appender_attachable *appender_attachable_new(void);

/** Free the list, not the appenders. No other thread may use it any more. */
void appender_attachable_free(appender_attachable *list);

/** Add an appender unless it is there. */
void appender_attachable_add_appender(appender_attachable *list, appender *appender);

/** Give an event to all appenders; how many there are. */
int appender_attachable_append_loop_on_appenders(appender_attachable *list, int event);

/** The appenders, as far as there is room; how many there are. */
size_t appender_attachable_get_all_appenders(appender_attachable *list, appender **appenders, size_t count);

/** The appender of a name; NULL if there is none. */
appender *appender_attachable_get_appender(appender_attachable *list, const char *name);

/** Whether an appender is there. */
bool appender_attachable_is_attached(appender_attachable *list, appender *appender);

/** Close and remove all appenders. */
void appender_attachable_remove_all_appenders(appender_attachable *list);

/** Remove an appender. */
void appender_attachable_remove_appender(appender_attachable *list, appender *appender);

/** Remove the appender of a name. */
void appender_attachable_remove_appender_named(appender_attachable *list, const char *name);

#endif
