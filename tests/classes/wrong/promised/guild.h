// heddle: use-after-free|double-free|null-dereference|out-of-bounds|not-linearizable
// nothing is locked at all.
// SPDX-License-Identifier: Apache-2.0
#ifndef GUILD_H
#define GUILD_H

/* The members of a guild. Several threads may use the same guild at the same time. */
struct guild;

struct guild *guild_found(void);
void guild_dissolve(struct guild *g);
int guild_admit(struct guild *g, int member);
int guild_expel(struct guild *g, int member);
int guild_members(const struct guild *g);

#endif
