// heddle: data-race|not-linearizable|use-after-free
// Bug: desk_drawer_close takes itself out of the desk's list without the lock.
// SPDX-License-Identifier: Apache-2.0
#ifndef DESK_H
#define DESK_H

struct desk;
struct desk_drawer;

struct desk *desk_create(void);
/// Also closes the drawers that are left.
void desk_destroy(struct desk *d);
int desk_drawers(struct desk *d);

struct desk_drawer *desk_drawer_open(struct desk *d, int number);
/// The drawer must be one of this desk.
void desk_drawer_close(struct desk *d, struct desk_drawer *drawer);

#endif
