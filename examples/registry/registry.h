// SPDX-License-Identifier: Apache-2.0
// The services of a program by name. There is one registry and no handle: the table is
// private to the module.
#ifndef REGISTRY_H
#define REGISTRY_H

/** Names are cut to this many characters. */
#define REGISTRY_NAME 15

/** What registry_stats() returns. */
struct registry_stats {
	int services; ///< names in the table
	int changes;  ///< calls that changed the table
};

/** Add a service or change its port; -1 if the table is full or the name is NULL. */
int registry_set(const char *name, int port);

/** The port of a service, or -1. */
int registry_port(const char *name);

/** Remove a service; -1 if there is none with that name. */
int registry_remove(const char *name);

/** Counters of the registry, consistent with one another. */
struct registry_stats registry_stats(void);

#endif
