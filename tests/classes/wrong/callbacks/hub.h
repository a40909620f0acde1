// heddle: use-after-free|data-race|not-linearizable
// hub_publish unlocks around each callback and goes on to a listener that hub_remove has freed.
// SPDX-License-Identifier: Apache-2.0
#ifndef HUB_H
#define HUB_H

typedef struct hub hub;

/** Called for each event; it may remove its own listener. */
typedef void (*hub_listener)(int event, void *user);

/** Make a hub without listeners; NULL when there is no memory. */
hub *hub_new(void);

/** Free the hub. No other thread may use it any more. */
void hub_free(hub *hub);

/** Add a listener; its number (1, 2, ...), or -1 when there is no memory or no function. */
int hub_add(hub *hub, hub_listener function, void *user);

/** Remove a listener by its number; -1 when there is none. */
int hub_remove(hub *hub, int number);

/** Call all listeners, the newest first; how many were called. */
int hub_publish(hub *hub, int event);

/** How many listeners there are. A listener may ask. */
int hub_count(hub *hub);

#endif
