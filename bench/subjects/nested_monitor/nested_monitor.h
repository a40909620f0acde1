// SPDX-License-Identifier: Apache-2.0
// A bounded buffer of numbers.
#ifndef NESTED_MONITOR_H
#define NESTED_MONITOR_H

typedef struct nested_monitor nested_monitor;

/** An empty buffer; NULL when it has no room for 1 to 1024 numbers or there is no memory. */
nested_monitor *nested_monitor_new(int size);

/** Free the buffer. No other thread may use it any more. */
void nested_monitor_free(nested_monitor *buffer);

/** Put a number in, wait while there is no room. */
void nested_monitor_put(nested_monitor *buffer, int number);

/** Take the oldest number out, wait while there is none. */
int nested_monitor_get(nested_monitor *buffer);

#endif
