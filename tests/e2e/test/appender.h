// SPDX-License-Identifier: Apache-2.0
#include <stdbool.h>

/** Several threads may use one. */
typedef struct appender appender;

appender *appender_new(void);
void appender_free(appender *a);
bool appender_is_as_severe(appender *a, int priority);
void appender_set_threshold(appender *a, bool on);
