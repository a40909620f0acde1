// SPDX-License-Identifier: Apache-2.0
#include "strategy/concrash/wanted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hd_wanted *hd_wanted;

static const char *const kinds[] = {
#define HD_CRASH_KIND(name, text) text,
#include "abi/crash_kinds.def"
#undef HD_CRASH_KIND
};

// ---- frames ---------------------------------------------------------------------------

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

// Of functions with the same name, the one in that file.
static const struct hd_func *find_function(const char *name, const char *file)
{
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_func *f = m->funcs; f < m->funcs_end; f++) {
			bool same_file = strcmp(file, "-") == 0 || !f->file || !*f->file ||
				strcmp(base_name(f->file), base_name(file)) == 0;
			if (f->name && strcmp(f->name, name) == 0 && same_file) {
				return f;
			}
		}
	}
	return NULL;
}

static void read_frame(const char *line, struct hd_wanted_stack *s)
{
	char name[HD_CRASH_FILE_NAME], file[HD_CRASH_FILE_PATH] = "-";
	unsigned number;

	_Static_assert(HD_CRASH_FILE_NAME == 256 && HD_CRASH_FILE_PATH == 512, "as the format says");
	if (sscanf(line, "frame %255s %u %511[^\n]", name, &number, file) < 2) {
		return;
	}
	s->nframes++;
	const struct hd_func *f = find_function(name, file);
	if (f && s->chain.n < HD_WANTED_FRAMES) {
		s->chain.functions[s->chain.n] = f;
		s->chain.lines[s->chain.n++] = number;
	}
}

// ---- the file ---------------------------------------------------------------------------

static enum hd_wanted_kind kind_of(const char *line)
{
	char name[32];

	for (unsigned i = 0; sscanf(line, "kind %31s", name) == 1 && i < sizeof(kinds) / sizeof(*kinds); i++) {
		if (strcmp(kinds[i], name) == 0) {
			return (enum hd_wanted_kind)i;
		}
	}
	return HD_WANTED_UNKNOWN;
}

static void read_line(const char *line, struct hd_wanted *w)
{
	if (strncmp(line, "kind ", 5) == 0) {
		w->kind = kind_of(line);
	} else if (strncmp(line, "looked up", 9) == 0) {
		w->looked_up = true;
		w->from_core = strncmp(line, "looked up in core", 17) == 0;
	} else if (strncmp(line, "thread", 6) == 0 && w->n < HD_WANTED_STACKS) {
		w->stacks[w->n++] = (struct hd_wanted_stack){.crashed = strncmp(line, "thread crashed", 14) == 0,
			.method = -1,
			.outer = -1};
	} else if (strncmp(line, "null call", 9) == 0 && w->n > 0) {
		w->stacks[w->n - 1].null_call = true;
	} else if (strncmp(line, "frame ", 6) == 0 && w->n > 0) {
		read_frame(line, &w->stacks[w->n - 1]);
	}
}

static bool read_lines(const char *path, struct hd_wanted *w)
{
	FILE *f = fopen(path, "re");
	char line[2048];
	bool ok = f && fgets(line, sizeof(line), f) &&
		strncmp(line, HD_CRASH_FILE_HEADER, strlen(HD_CRASH_FILE_HEADER)) == 0;

	while (ok && fgets(line, sizeof(line), f)) {
		read_line(line, w);
	}
	if (f) {
		fclose(f);
	}
	return ok;
}

static bool knows_any_function(const struct hd_wanted *w)
{
	for (unsigned i = 0; i < w->n; i++) {
		if (w->stacks[i].chain.n > 0) {
			return true;
		}
	}
	return false;
}

// Against frames that were lost.
static const char *what_may_help(const struct hd_wanted *w)
{
	if (!w->looked_up) {
		return " If not, --exe FILE finds functions that an optimised build left without a frame";
	}
	return w->from_core ? "" : " If not, whatever printed it lost frames that a core file has: --core FILE";
}

void hd_wanted_read(const char *path)
{
	struct hd_wanted *w = hd_wanted = hd_persist_alloc(sizeof(*w));
	bool read = read_lines(path, w);

	for (unsigned i = 0; i < w->n; i++) {
		if (w->stacks[i].null_call) {
			hd_lost_innermost(&w->stacks[i]);
		}
	}
	if (!read) {
		w->unusable = true;
		snprintf(w->missing, sizeof(w->missing), "cannot read the crash file '%s'", path);
	} else if (!knows_any_function(w)) {
		w->unusable = true;
		snprintf(w->missing, sizeof(w->missing),
			"no function of the stack is defined in the files given: is it the stack of another program?%s",
			what_may_help(w));
	}
}

void hd_wanted_keep_nearest(const struct hd_test *t, enum hd_match m, enum hd_verdict fault)
{
	struct hd_wanted *w = hd_wanted;
	unsigned at = w->nnearest < HD_WANTED_NEAREST ? w->nnearest++ : HD_WANTED_NEAREST;

	for (unsigned i = 0; at == HD_WANTED_NEAREST && i < HD_WANTED_NEAREST; i++) {
		at = w->nearest[i].match < m ? i : at;
	}
	if (at < HD_WANTED_NEAREST) {
		w->nearest[at] = (struct hd_wanted_near){.test = *t, .match = m, .fault = fault};
	}
}

// ---- the method -----------------------------------------------------------------------

int hd_wanted_api_function(const struct hd_func *f)
{
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		if (hd_function((uint16_t)i)->address == f->address) {
			return (int)i;
		}
	}
	return -1;
}

bool hd_wanted_is_callable(int function)
{
	uint16_t class = hd_function((uint16_t)function)->class;

	return class != HD_API_NONE && hd_class(class)->usable && hd_class(class)->method_of[function] >= 0;
}

// The chain ends with the method: what called it is the user's.
static void bind_stack(struct hd_wanted_stack *s)
{
	for (unsigned i = s->chain.n; i-- > 0 && s->method < 0;) {
		int function = hd_wanted_api_function(s->chain.functions[i]);
		if (function >= 0 && hd_wanted_is_callable(function)) {
			s->method = function;
			s->chain.n = i + 1;
		} else if (function >= 0 && s->outer < 0) {
			s->outer = function;
		}
	}
	if (s->method < 0 && s->outer < 0) {
		hd_lost_outermost(s);
	}
}

static const char *why_not(int function)
{
	const struct hd_api_function *f = hd_function((uint16_t)function);

	if (hd_facts[function].why) {
		return hd_facts[function].why;
	}
	if (f->role == HD_API_CONSTRUCTOR || f->role == HD_API_DESTRUCTOR) {
		return "it makes or ends objects, which tests do before and after their threads";
	}
	return f->why ? f->why : "no object for it can be made";
}

static void say_what_is_missing(struct hd_wanted *w)
{
	for (unsigned i = 0; i < w->n; i++) {
		const struct hd_wanted_stack *s = &w->stacks[i];
		if (s->crashed && s->outer >= 0) {
			snprintf(w->missing, sizeof(w->missing), "%s() cannot be called by tests: %s",
				hd_function((uint16_t)s->outer)->name, why_not(s->outer));
			return;
		}
	}
	snprintf(w->missing, sizeof(w->missing),
		"no function on the stack is declared in the headers given: what was called is not known");
}

void hd_wanted_bind(void)
{
	struct hd_wanted *w = hd_wanted;
	bool found = false;

	for (unsigned i = 0; i < w->n; i++) {
		bind_stack(&w->stacks[i]);
	}
	for (unsigned i = 0; i < w->n && !found; i++) {
		found = w->stacks[i].crashed && w->stacks[i].method >= 0;
		w->at = found ? i : w->at;
	}
	if (!found) {
		say_what_is_missing(w);
	}
}
