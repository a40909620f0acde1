// SPDX-License-Identifier: Apache-2.0
#include "strategy/consuite/archive.h"

#define MOST_WORK 20000 // parts of a trace that are looked at

void hd_archive_init(struct hd_archive *a, const struct hd_schedules *s)
{
	a->series = hd_persist_alloc(HD_ARCHIVE_MOST * sizeof(*a->series));
	a->of_part = hd_persist_alloc((hd_space_part_indexes(&s->space) + 1) * sizeof(*a->of_part));
}

unsigned hd_archive_count(const struct hd_archive *a, uint64_t part)
{
	unsigned n = 0;

	while (n < HD_ARCHIVE_EACH && a->of_part[part][n]) {
		n++;
	}
	return n;
}

// A walk over all parts that a trace passes.
struct walk {
	struct hd_archive *archive;
	const struct hd_schedules *schedules;
	const struct hd_schedules_trace *trace;
	bool adds;               // else it counts
	unsigned first, second;  // parts that nothing, or one sequence only, passed before
	unsigned work;
};

static void visit(struct walk *w, const struct hd_part *part)
{
	uint64_t i = hd_space_part_index(&w->schedules->space, part);

	if (!hd_bit(w->schedules->wanted_parts, i)) {
		return;
	}
	unsigned n = hd_archive_count(w->archive, i);
	w->first += n == 0;
	w->second += n == 1;
	if (w->adds && n < HD_ARCHIVE_EACH && (n == 0 || w->archive->of_part[i][n - 1] != w->archive->n)) {
		w->archive->of_part[i][n] = (uint16_t)w->archive->n;
	}
}

static void walk_from(struct walk *w, unsigned at, struct hd_part *part)
{
	const struct hd_space *space = &w->schedules->space;

	visit(w, part);
	if (part->n + 1 == space->length) {
		return;
	}
	uint16_t last = part->points[part->n - 1];
	part->n++;
	for (unsigned i = at + 1; i < w->trace->n && w->work < MOST_WORK; i++) {
		uint16_t point = w->trace->events[i].point;
		w->work++;
		if (hd_space_reaches(space, last, point)) {
			part->points[part->n - 1] = point;
			walk_from(w, i, part);
		}
	}
	part->n--;
}

static void walk(struct walk *w)
{
	struct hd_part part;

	w->work = w->first = w->second = 0;
	for (unsigned i = 0; i < w->trace->n && w->work < MOST_WORK; i++) {
		part = (struct hd_part){.n = 1, .points = {w->trace->events[i].point}};
		walk_from(w, i, &part);
	}
}

bool hd_archive_add(struct hd_archive *a, const struct hd_series *series, const struct hd_schedules *s,
	const struct hd_schedules_trace *t)
{
	struct walk w = {.archive = a, .schedules = s, .trace = t};

	walk(&w);
	bool first = w.first > 0;
	if ((!first && w.second == 0) || a->n == HD_ARCHIVE_MOST) {
		return false;
	}
	a->series[a->n++] = *series;
	a->ncalls += series->ncalls;
	w.adds = true;
	walk(&w);
	return first;
}
