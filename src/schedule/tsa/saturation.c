// SPDX-License-Identifier: Apache-2.0
#include "schedule/tsa/saturation.h"

#include "runtime/rt.h"

void hd_saturation_init(struct hd_saturation *s, uint32_t window)
{
	s->window = window;
	s->values = window ? hd_persist_alloc(window * sizeof(*s->values)) : 0;
}

void hd_saturation_add(struct hd_saturation *s, uint32_t covered)
{
	if (s->window == 0) {
		return;
	}
	uint32_t before = s->n ? s->values[(s->n - 1) % s->window] : 0;
	s->stale = covered == before ? s->stale + 1 : 0;
	s->values[s->n++ % s->window] = covered;
}

double hd_saturation_r2(const struct hd_saturation *s)
{
	double n = s->window, sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;

	for (uint32_t i = 0; i < s->window; i++) {
		double x = i, y = s->values[(s->n + i) % s->window]; // the oldest first
		sx += x;
		sy += y;
		sxx += x * x;
		syy += y * y;
		sxy += x * y;
	}
	double vx = n * sxx - sx * sx, vy = n * syy - sy * sy, c = n * sxy - sx * sy;
	return vx <= 0 || vy <= 0 ? 0 : c * c / (vx * vy);
}

// Coverage never falls. So r squared is small long after it grew, and also when growth has
// only just started, which must not count as saturation.
bool hd_saturation_reached(const struct hd_saturation *s)
{
	return s->window && s->n >= s->window && s->stale >= s->window / 2 &&
		hd_saturation_r2(s) < HD_SATURATION_THRESHOLD;
}
