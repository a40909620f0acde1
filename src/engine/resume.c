// SPDX-License-Identifier: Apache-2.0
// What a campaign leaves for one that goes on with it (heddle test --resume, heddle run --resume), and what it
// takes from earlier ones of the same code: what was learned of the API, what has been
// reported, which goals are covered, and how far an exhaustive search has come.
//
// It leaves messages. It gets a file of lines: `state NAME TEXT` and `goal METRIC GOAL VALUE`. The host does not
// know what the texts mean. They come from the same harness, but the file that has them may be anybody's:
// numbers are checked before they are used.
#include "engine/engine.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/line.h"
#include "runtime/sites.h"
#include "schedule/tree.h"

static const char *given; // the file; NULL: there is none

bool hd_resume_read(const char *path)
{
	struct stat info;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0 || fstat(fd, &info) != 0 || info.st_size < 0) {
		return false;
	}
	char *text = hd_shared_alloc((size_t)info.st_size + 1);
	size_t n = 0;
	for (ssize_t count; n < (size_t)info.st_size; n += (size_t)count) {
		count = read(fd, text + n, (size_t)info.st_size - n);
		if (count <= 0) {
			break;
		}
	}
	close(fd);
	given = text;
	return n == (size_t)info.st_size;
}

static const char *next_line(const char *line)
{
	const char *end = strchr(line, '\n');

	return end ? end + 1 : line + strlen(line);
}

// What follows `state NAME `; NULL: there is none.
static const char *state_named(const char *name)
{
	char start[64];

	snprintf(start, sizeof(start), "state %s ", name);
	for (const char *line = given; line && *line; line = next_line(line)) {
		if (strncmp(line, start, strlen(start)) == 0) {
			return line + strlen(start);
		}
	}
	return NULL;
}

// ---- taking ---------------------------------------------------------------------------------------

void hd_resume_learned(void)
{
	const char *text = state_named("learned");

	if (text) {
		hd_learn_load(text);
	}
}

void hd_resume_goals(void)
{
	for (const char *line = given; line && *line; line = next_line(line)) {
		char metric[64];
		unsigned long goal, value;
		if (sscanf(line, "goal %63s %lu %lu", metric, &goal, &value) == 3) {
			hd_metrics_take_goal(metric, goal, value);
		}
	}
}

bool hd_resume_search(void)
{
	const char *text = state_named("search");

	return !text || !hd_campaign->tree || hd_tree_load(hd_campaign->tree, text);
}

static void take_known(const char *item)
{
	struct hd_campaign *c = hd_campaign;
	unsigned long key;
	unsigned a, b;

	if (sscanf(item, "f%lx", &key) == 1 && c->nknown < HD_MAX_KNOWN / 2) {
		c->known[c->nknown++] = key;
	} else if (sscanf(item, "r%u-%u", &a, &b) == 2 && hd_site_by_id(a) && hd_site_by_id(b) &&
		c->nraces < HD_MAX_KNOWN / 2) {
		size_t i = c->nraces++;
		c->races[i][0] = hd_site_by_id(a);
		c->races[i][1] = hd_site_by_id(b);
	} else if (*item == 'w' && c->nwrong_results < HD_MAX_KNOWN / 2) {
		struct hd_wrong_result *w = &c->wrong_results[c->nwrong_results];
		unsigned function, times;
		int used;
		*w = (struct hd_wrong_result){0};
		for (item++; w->n < HD_MAX_WRONG_FUNCTIONS && sscanf(item, "%u-%u%n", &function, &times, &used) == 2;
			item += used + (item[used] == ',')) {
			w->functions[w->n] = (uint16_t)function;
			w->times[w->n++] = (uint8_t)times;
		}
		c->nwrong_results += w->n > 0;
	}
}

void hd_resume_known(void)
{
	for (const char *item = state_named("known"); item && *item && *item != '\n';) {
		take_known(item);
		item += strcspn(item, " \n");
		item += *item == ' ';
	}
}

// ---- leaving ----------------------------------------------------------------------------------------

static struct {
	uint64_t goals[256], values[256];
	unsigned n;
	const char *metric;
} batch;

static void send_batch(void)
{
	if (batch.n == 0) {
		return;
	}
	hd_line_begin(HD_MESSAGE_goals);
	hd_line_key_string(HD_KEY(goals, metric), batch.metric);
	hd_line_key_list(HD_KEY(goals, goals));
	for (unsigned i = 0; i < batch.n; i++) {
		hd_line_number(batch.goals[i]);
	}
	hd_line_close(']');
	hd_line_key_list(HD_KEY(goals, values));
	for (unsigned i = 0; i < batch.n; i++) {
		hd_line_number(batch.values[i]);
	}
	hd_line_close(']');
	hd_line_send();
	batch.n = 0;
}

static void begin_metric(const char *name)
{
	send_batch();
	batch.metric = name;
}

static void put_goal(uint64_t goal, uint64_t value)
{
	if (batch.n == sizeof(batch.goals) / sizeof(batch.goals[0])) {
		send_batch();
	}
	batch.goals[batch.n] = goal;
	batch.values[batch.n++] = value;
}

static void begin_state(const char *name)
{
	hd_line_begin(HD_MESSAGE_state);
	hd_line_key_string(HD_KEY(state, name), name);
	hd_line_open_text(HD_KEY(state, text));
}

static void end_state(void)
{
	hd_line_close_text();
	hd_line_send();
}

static void put_wrong_result(const struct hd_wrong_result *w)
{
	hd_line_text("w");
	for (unsigned i = 0; i < w->n; i++) {
		hd_line_text_format("%s%u-%u", i ? "," : "", w->functions[i], w->times[i]);
	}
	hd_line_text(" ");
}

static void leave_known(void)
{
	const struct hd_campaign *c = hd_campaign;

	begin_state("known");
	for (size_t i = 0; i < c->nknown; i++) {
		hd_line_text_format("f%lx ", (unsigned long)c->known[i]);
	}
	for (size_t i = 0; i < c->nraces; i++) {
		hd_line_text_format("r%u-%u ", hd_site_id(c->races[i][0]), hd_site_id(c->races[i][1]));
	}
	for (size_t i = 0; i < c->nwrong_results; i++) {
		put_wrong_result(&c->wrong_results[i]);
	}
	end_state();
}

// Workers have ended: what each of them has left of the search goes to the tree. A search that lost
// an execution is not gone on with.
static void leave_search(void)
{
	const struct hd_campaign *c = hd_campaign;
	const struct hd_worker *w;
	bool whole = c->deaths == 0 && c->hung == 0 && c->control->progress.cut_off == 0 && c->ignored == 0 &&
		c->unconfirmed == 0 && c->leaked == 0;

	for (unsigned i = 0; (w = hd_worker_number(i)); i++) {
		c->scheduler->leave(w->scheduler_state);
	}
	begin_state("search");
	if (whole) {
		hd_tree_save(c->tree, hd_line_text);
	}
	end_state();
}

void hd_resume_leave(void)
{
	const struct hd_campaign *c = hd_campaign;

	if (c->control->config.mode != HD_MODE_RUN && c->control->config.mode != HD_MODE_TEST) {
		return;
	}
	if (&__heddle_api && c->learned == 2) {
		begin_state("learned");
		hd_learn_save(hd_line_text);
		end_state();
	}
	leave_known();
	if (c->tree) {
		leave_search();
	}
	if (!&__heddle_api || c->learned == 2) {
		hd_metrics_goals(begin_metric, put_goal);
		send_batch();
	}
}
