// heddle: use-after-free|double-free
// picture_ref loads and stores the count: one of two references is lost.
// SPDX-License-Identifier: Apache-2.0
#ifndef PICTURE_H
#define PICTURE_H

#include <stddef.h>

/** A picture that is changed while it has one owner only. References may be taken and given
 * back by any thread. */
typedef struct picture picture;

picture *picture_new(size_t width, size_t height);
picture *picture_ref(picture *p);
void picture_unref(picture *p);
void picture_set(picture *p, size_t x, size_t y, int colour);
int picture_get(const picture *p, size_t x, size_t y);
size_t picture_width(const picture *p);

#endif
