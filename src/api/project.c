// SPDX-License-Identifier: Apache-2.0
// A source is read only if its text mentions a symbol that is looked for; most projects have many
// sources that do not matter. What system headers declare is not looked for at all.
#include "api/project.h"

#include <stdlib.h>
#include <string.h>

#include "api/definitions.h"
#include "base/check.h"
#include "base/diag.h"
#include "base/interrupt.h"
#include "base/path.h"

struct source {
	struct hd_str text;
	bool has_text, is_read, is_chosen, is_given;
	struct hd_definitions found;
	char *problem; // why it could not be read; NULL: it could
};

struct search {
	const struct hd_project_request *request;
	struct source *sources; // as in the database
	struct hd_strv queue;   // symbols to look for, each once
	size_t api_symbols;     // the first of them are what was asked for
};

static const char *file_of(const struct search *search, size_t i)
{
	return search->request->db->commands[i].file;
}

static bool mentions(struct search *search, size_t i, const char *symbol)
{
	struct source *source = &search->sources[i];
	if (!source->has_text) {
		struct hd_error ignored = {0};
		hd_path_read(file_of(search, i), &source->text, &ignored);
		hd_error_finish(&ignored);
		source->has_text = true;
	}
	return hd_definitions_mention(hd_str_text(&source->text), symbol);
}

static void read_source(struct search *search, size_t i)
{
	struct source *source = &search->sources[i];
	if (source->is_read) {
		return;
	}
	struct hd_error error = {0};
	source->is_read = true;
	if (hd_definitions_read(&source->found, file_of(search, i), &search->request->db->commands[i].flags, &error) !=
		HD_OK) {
		source->problem = hd_copy(hd_str_text(&error.text));
	}
	hd_error_finish(&error);
}

static size_t common_directories(const char *a, const char *b)
{
	size_t length = 0;
	for (size_t i = 0; a[i] && a[i] == b[i]; i++) {
		length += a[i] == '/';
	}
	return length;
}

// How well the source fits; 0: it does not define the symbol. Programs come last: a library
// rarely needs one, but tests and tools often define what it also has.
static size_t score(struct search *search, size_t i, const char *symbol)
{
	struct source *source = &search->sources[i];
	if (!hd_strv_contains(&source->found.defines, symbol)) {
		return 0;
	}
	bool program = hd_strv_contains(&source->found.defines, "main");
	return 1 + common_directories(file_of(search, i), search->request->near) + (program ? 0 : 1000);
}

static void add_to_queue(struct search *search, const struct hd_strv *symbols)
{
	for (size_t i = 0; i < symbols->count; i++) {
		if (!hd_strv_contains(&search->queue, symbols->items[i])) {
			hd_strv_add(&search->queue, symbols->items[i]);
		}
	}
}

static void choose(struct search *search, size_t i)
{
	search->sources[i].is_chosen = true;
	add_to_queue(search, &search->sources[i].found.needs);
}

static bool is_defined(const struct search *search, const char *symbol)
{
	for (size_t i = 0; i < search->request->db->count; i++) {
		const struct source *source = &search->sources[i];
		if (source->is_chosen && hd_strv_contains(&source->found.defines, symbol)) {
			return true;
		}
	}
	return false;
}

// False: no source defines it. all: also those that do not mention it, as when macros make names.
static bool resolve(struct search *search, const char *symbol, bool all)
{
	size_t best = 0, most = 0;
	if (is_defined(search, symbol)) {
		return true;
	}
	for (size_t i = 0; i < search->request->db->count && !hd_interrupt_count(); i++) {
		if (all || mentions(search, i, symbol)) {
			read_source(search, i);
		}
		size_t here = score(search, i, symbol);
		if (here > most) {
			most = here;
			best = i;
		}
	}
	if (most > 0) {
		choose(search, best);
	}
	return most > 0;
}

static void tell_problems(const struct search *search)
{
	for (size_t i = 0; i < search->request->db->count; i++) {
		if (search->sources[i].problem) {
			hd_warning("%s\nif it is generated, build the project first", search->sources[i].problem);
		}
	}
}

// Of a source that is not in the database. What is no source has none that could be read.
static void add_needs_of(struct search *search, const char *path)
{
	struct hd_definitions found = {0};
	struct hd_error ignored = {0};
	if (*hd_path_extension(path) == '.' && hd_path_extension(path)[1] == 'c') {
		hd_definitions_read(&found, path, search->request->cflags, &ignored);
		add_to_queue(search, &found.needs);
	}
	hd_error_finish(&ignored);
	hd_definitions_finish(&found);
}

static void begin(struct search *search)
{
	const struct hd_project_request *request = search->request;
	hd_strv_add_all(&search->queue, request->symbols);
	search->api_symbols = request->symbols->count;
	for (size_t k = 0; k < request->given->count; k++) {
		char *path = hd_path_absolute(request->given->items[k]);
		const struct hd_compile_command *command = hd_compile_db_find(request->db, path);
		if (command) {
			size_t i = (size_t)(command - request->db->commands);
			read_source(search, i);
			search->sources[i].is_given = true;
			choose(search, i);
		}
		if (!command) {
			add_needs_of(search, path);
		}
		free(path);
	}
}

static void resolve_all(struct search *search)
{
	size_t missing = 0;
	for (size_t k = 0; k < search->queue.count && !hd_interrupt_count(); k++) {
		char *symbol = hd_copy(search->queue.items[k]); // the queue grows
		missing += !resolve(search, symbol, false) &&
			!(k < search->api_symbols && resolve(search, symbol, true)) && k < search->api_symbols;
		free(symbol);
	}
	if (missing > 0) {
		tell_problems(search);
	}
}

enum hd_status hd_project_find(const struct hd_project_request *request, struct hd_strv *files, struct hd_error *error)
{
	struct search search = {.request = request};
	search.sources = calloc(request->db->count, sizeof(*search.sources));
	hd_check(search.sources != NULL);
	begin(&search);
	resolve_all(&search);
	for (size_t i = 0; i < request->db->count; i++) {
		struct source *source = &search.sources[i];
		if (source->is_chosen && !source->is_given) {
			hd_strv_add(files, file_of(&search, i));
		}
		hd_definitions_finish(&source->found);
		hd_str_finish(&source->text);
		free(source->problem);
	}
	free(search.sources);
	hd_strv_finish(&search.queue);
	return hd_interrupt_count() ? hd_fail(error, HD_INTERNAL, "interrupted") : HD_OK;
}
