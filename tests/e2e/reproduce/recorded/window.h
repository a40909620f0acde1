// SPDX-License-Identifier: Apache-2.0
#ifndef WINDOW_H
#define WINDOW_H
typedef struct window window;
window *window_new(int width, int height);
void window_free(window *w);
void window_set_width(window *w, int width);
void window_set_height(window *w, int height);
void window_set_margin(window *w, int margin);
int window_area(window *w);
void window_grow(window *w, int by);
void window_shrink_to_fit(window *w);
void window_reset(window *w);
void window_swap(window *w);
int window_margin(window *w);
#endif
