// SPDX-License-Identifier: Apache-2.0
// A stored schedule, with the test that may be in it, as text (abi/schedule_file.h). The host has
// looked at it before; whatever it holds, nothing that is read here is out of range.
#include "engine/engine.h"

#include "abi/schedule_file.h"

#include <stdio.h>
#include <string.h>

static void read_site(const char *line, enum hd_verdict kind, struct hd_fault *f)
{
	struct hd_site place = {0};
	char file[512];
	unsigned column;

	if (sscanf(line, "%*s %u %u %u %u %511[^\n]", &place.line, &column, &place.block, &place.index, file) == 5) {
		place.column = (uint16_t)column;
		place.file = file;
		f->kind = kind;
		*(f->site ? &f->other_site : &f->site) = hd_site_like(&place);
	}
}

static void read_race(const char *line, struct hd_fault *f)
{
	char function[512], file[512];
	unsigned block, index;

	if (sscanf(line, "race %u %u %511s %511[^\n]", &block, &index, function, file) == 4) {
		f->kind = HD_VERDICT_DATA_RACE;
		*(f->site ? &f->other_site : &f->site) = hd_site_in(function, file, block, index);
	}
}

static bool read_run(unsigned long fiber, unsigned long upto, struct hd_schedule *r)
{
	if (fiber >= HD_SCHEDULE_THREADS || upto >= HD_SCHEDULE_STEPS || r->n == r->room) {
		return false;
	}
	r->segments[r->n++] = (struct hd_segment){.fiber = (uint32_t)fiber, .upto = upto};
	return true;
}

static bool read_choice(unsigned long choice, struct hd_schedule *r)
{
	if (choice >= HD_SCHEDULE_CHOICES || r->nchoices == r->choices_room) {
		return false;
	}
	r->choices[r->nchoices++] = (uint8_t)choice;
	return true;
}

// False: a number is out of range, the test is none of this harness, or there are too many lines.
static bool read_line(const char *line, struct hd_schedule *r, struct hd_fault *f)
{
	unsigned long a, b;

	if (sscanf(line, "run %lu %lu", &a, &b) == 2) {
		return read_run(a, b, r);
	}
	if (sscanf(line, "choice %lu", &a) == 1) {
		return read_choice(a, r);
	}
	if (sscanf(line, "eager %lu", &a) == 1) {
		r->eager = a != 0;
	} else if (sscanf(line, "reuse %lu", &a) == 1) {
		r->reuse = a <= HD_REUSE_OLDEST ? (uint8_t)a : HD_REUSE_NONE;
	} else if (sscanf(line, "turns %lu", &a) == 1) {
		r->turns = a != 0;
	} else if (strncmp(line, "race ", 5) == 0) {
		read_race(line, f);
	} else if (strncmp(line, "site ", 5) == 0) {
		read_site(line, HD_VERDICT_DATA_RACE, f);
	} else if (strncmp(line, "leak ", 5) == 0) {
		read_site(line, HD_VERDICT_LEAK, f);
	} else if (strncmp(line, "outside main", 12) == 0) {
		r->outside = true;
	} else if (&__heddle_api) {
		bool is_test = strncmp(line, "test ", 5) == 0 || strncmp(line, "call ", 5) == 0;
		return hd_load_test_line(&hd_worker->test, line) || !is_test;
	}
	return true;
}

bool hd_read_schedule(const char *path, struct hd_schedule *r, struct hd_fault *f)
{
	char line[1024];
	unsigned version;
	FILE *file = fopen(path, "re");

	if (!file) {
		return false;
	}
	r->n = r->nchoices = 0;
	bool good = fgets(line, sizeof(line), file) && sscanf(line, HD_SCHEDULE_MAGIC " %u", &version) == 1 &&
		version == HD_SCHEDULE_VERSION;
	while (good && fgets(line, sizeof(line), file)) {
		good = read_line(line, r, f);
	}
	fclose(file);
	if (good && &__heddle_api) {
		hd_worker->reuse = r->reuse;
		hd_tests_bind(f->kind == HD_VERDICT_LEAK ? f->kind : HD_VERDICT_NOT_LINEARIZABLE);
	}
	return good;
}
