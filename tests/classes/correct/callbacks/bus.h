// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef BUS_H
#define BUS_H

#include <stdbool.h>

/** An event bus for up to 16 listeners. Listeners are called without any lock held, so they may
 *  take their time, and they may ask bus_count(). What would change or use a bus from inside
 *  a listener is refused: subscribing, unsubscribing and publishing. A listener may still be
 *  called once by a publication that began before it was unsubscribed. */
typedef struct bus bus;

/** Called for each event. */
typedef void (*bus_listener)(int event, void *user);

/** Make a bus without listeners; NULL when there is no memory. */
bus *bus_new(void);

/** Free the bus. No other thread may use it any more. */
void bus_free(bus *bus);

/** Add a listener; its number (1, 2, ...), or -1 when there is no function, no room, or the caller
 * is a listener. */
int bus_subscribe(bus *bus, bus_listener listener, void *user);

/** Remove a listener by its number; false when it is not there or the caller is a listener. */
bool bus_unsubscribe(bus *bus, int number);

/** Call all listeners; how many there were, or -1 when the caller is a listener. */
int bus_publish(bus *bus, int event);

/** How many listeners there are. */
int bus_count(bus *bus);

#endif
