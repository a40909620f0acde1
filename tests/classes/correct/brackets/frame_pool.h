// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef FRAME_POOL_H
#define FRAME_POOL_H

#include <stdbool.h>

typedef struct frame_pool frame_pool;

frame_pool *frame_pool_new(void);
void frame_pool_free(frame_pool *p);
void frame_pool_lock(frame_pool *p);
void frame_pool_unlock(frame_pool *p);
int frame_pool_grab(frame_pool *p);
bool frame_pool_give(frame_pool *p, int frame);
int frame_pool_left(frame_pool *p);

#endif
