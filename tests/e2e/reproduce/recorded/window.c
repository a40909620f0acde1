// SPDX-License-Identifier: Apache-2.0
// No locks: window_shrink_to_fit() may check another margin than it compared. check() itself accesses nothing.
#include "window.h"
#include <assert.h>
#include <stdlib.h>
struct window {
	int width, height, margin, min;
};
static void check(int low, int high)
{
	assert(low <= high);
}
window *window_new(int width, int height)
{
	window *w = calloc(1, sizeof *w);
	if (w) {
		w->width = width > 0 ? width : 1;
		w->height = height > 0 ? height : 1;
		w->min = 1;
	}
	return w;
}
void window_free(window *w)
{
	free(w);
}
void window_set_width(window *w, int width)
{
	if (width < 1) {
		width = 1;
	}
	check(1, width);
	w->width = width;
}
void window_set_height(window *w, int height)
{
	if (height < 1) {
		height = 1;
	}
	check(1, height);
	w->height = height;
}
void window_set_margin(window *w, int margin)
{
	if (margin < 0) {
		margin = 0;
	}
	check(0, margin);
	w->margin = margin;
}
int window_area(window *w)
{
	int width = w->width, height = w->height;
	return width * height;
}
void window_grow(window *w, int by)
{
	if (by > 0 && by < 1000 && w->width < 1000) {
		w->width += by;
		check(w->min, w->width);
	}
}
void window_shrink_to_fit(window *w)
{
	if (w->margin < w->width) {
		check(w->margin, w->width);
		w->width -= w->margin;
	}
}
void window_reset(window *w)
{
	w->margin = 0;
	w->width = w->height = 1;
}
void window_swap(window *w)
{
	int width = w->width;
	w->width = w->height;
	w->height = width;
}
int window_margin(window *w)
{
	return w->margin;
}
