// SPDX-License-Identifier: Apache-2.0
// What a finding tells: the test, stacks, schedules to replay it by, the trace.
#include "engine/message.h"

#include "abi/schedule_file.h"
#include "engine/line.h"
#include "metric/map/map.h"

#include <link.h>
#include <stdio.h>
#include <string.h>

#define MOST_EVENTS 4000

void hd_message_put_site(const struct hd_site *s)
{
	hd_line_open('{');
	hd_line_key_string(HD_KEY(site, file), s->file ? s->file : "");
	hd_line_key_number(HD_KEY(site, line), s->line);
	hd_line_key_number(HD_KEY(site, column), s->column);
	hd_line_key_string(HD_KEY(site, function), s->func && s->func->name ? s->func->name : "");
	if (s->var && s->var->name) {
		hd_line_key_string(HD_KEY(site, variable), s->var->name);
	}
	if (s->callee) {
		hd_line_key_string(HD_KEY(site, callee), s->callee);
	}
	hd_line_close('}');
}

static const char *verb_of(unsigned kind)
{
	static const char *const verbs[] = {
#define HD_EVENT(name, text, class) text,
#include "abi/events.def"
#undef HD_EVENT
	};
	return verbs[kind];
}

// ---- the test ---------------------------------------------------------------------------

static bool calls(const struct hd_test *t, uint32_t function)
{
	for (unsigned k = 0; k < t->nthreads; k++) {
		for (unsigned i = 0; i < t->nsuffix[k]; i++) {
			if (t->suffix[k][i].function == function) {
				return true;
			}
		}
	}
	return false;
}

static void put_functions(const struct hd_test *t)
{
	hd_line_key_list(HD_KEY(finding, functions));
	for (uint32_t f = 0; f < __heddle_api.nfunctions; f++) {
		if (calls(t, f)) {
			hd_line_string(hd_function((uint16_t)f)->name);
		}
	}
	hd_line_close(']');
}

static const char *call_text(const struct hd_call_data *c)
{
	static char text[1024];

	hd_print_call(&hd_worker->test, c, text, sizeof(text));
	return text;
}

// The items of a list, and its end.
static void put_calls(const struct hd_call_data *c, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		hd_line_string(call_text(&c[i]));
	}
	hd_line_close(']');
}

void hd_message_put_test(const struct hd_fault *f)
{
	static char source[64 << 10];
	const struct hd_test *t = &hd_worker->test;

	hd_line_key_string(HD_KEY(finding, class), __heddle_api.classes[t->class].name);
	put_functions(t);
	hd_line_key_list(HD_KEY(finding, prefix));
	put_calls(t->prefix, t->nprefix);
	hd_line_key_list(HD_KEY(finding, threads));
	for (unsigned k = 0; k < t->nthreads; k++) {
		hd_line_open('[');
		put_calls(t->suffix[k], t->nsuffix[k]);
	}
	hd_line_close(']');
	hd_line_key_list(HD_KEY(finding, numbers));
	for (unsigned k = 0; k < t->nthreads; k++) {
		hd_line_number(hd_test_number_of(k));
	}
	hd_line_close(']');
	hd_print_test(t, f, source, sizeof(source));
	hd_line_key_string(HD_KEY(finding, test_c), source);
}

void hd_message_put_pattern(const struct hd_fault *f)
{
	struct hd_map_pattern p;
	char text[160];

	if (!hd_map_explain(hd_class_model(hd_worker->test.class), f, &p)) {
		return;
	}
	hd_map_describe(p.type, text, sizeof(text));
	hd_line_key_object(HD_KEY(finding, pattern));
	hd_line_key_number(HD_KEY(pattern, type), p.type);
	hd_line_key_string(HD_KEY(pattern, text), text);
	hd_line_key_list(HD_KEY(pattern, steps));
	for (unsigned i = 0; i < hd_map_types[p.type].nsteps; i++) {
		hd_message_put_site(hd_site_by_id(p.sites[i]));
	}
	hd_line_close(']');
	hd_line_close('}');
}

// ---- stacks -----------------------------------------------------------------------------

struct found_module {
	uintptr_t pc, base;
	const char *path;
};

static int find_module(struct dl_phdr_info *info, size_t size, void *data)
{
	struct found_module *f = data;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		uintptr_t start = info->dlpi_addr + ph->p_vaddr;
		if (ph->p_type == PT_LOAD && f->pc >= start && f->pc < start + ph->p_memsz) {
			f->base = info->dlpi_addr;
			f->path = info->dlpi_name;
			return 1;
		}
	}
	return 0;
}

static void put_frame(uintptr_t pc)
{
	struct found_module f = {.pc = pc, .path = ""};

	dl_iterate_phdr(find_module, &f);
	hd_line_open('{');
	hd_line_key_string(HD_KEY(frame, module), f.path);
	hd_line_key_number(HD_KEY(frame, offset), pc - f.base);
	hd_line_close('}');
}

static void put_title(const struct hd_fault *f, unsigned i)
{
	const struct hd_site *s = i == 0 ? f->site : f->other_site;
	char title[512] = "";

	if (f->kind == HD_VERDICT_DATA_RACE && s) {
		snprintf(title, sizeof(title), "%s of %u bytes%s%s", verb_of(s->kind), s->size, s->var ? " at " : "",
			s->var ? s->var->name : "");
	} else if (f->kind == HD_VERDICT_DEADLOCK) {
		snprintf(title, sizeof(title), "waits here");
	} else {
		snprintf(title, sizeof(title), "%s", hd_verdict_text(f->kind));
	}
	hd_line_key_string(HD_KEY(stack, title), title);
}

void hd_message_put_stacks(const struct hd_fault *f)
{
	hd_line_key_list(HD_KEY(finding, stacks));
	for (unsigned i = 0; i < f->nstacks; i++) {
		hd_line_open('{');
		hd_line_key_number(HD_KEY(stack, thread), (uint64_t)f->stacks[i].fiber);
		put_title(f, i);
		hd_line_key_list(HD_KEY(stack, frames));
		for (unsigned k = 0; k < f->stacks[i].n; k++) {
			put_frame(f->stacks[i].pc[k]);
		}
		hd_line_close(']');
		hd_line_key_number(HD_KEY(stack, locker), hd_stack_locker(&f->stacks[i]));
		hd_line_close('}');
	}
	hd_line_close(']');
}

// ---- schedules: the text of a schedule file, as read_schedule.c reads it back ----------------------

static void open_schedule(struct hd_text_key key, const struct hd_schedule *r)
{
	hd_line_open_text(key);
	hd_line_text_format("%s %d\nseed %lu\n", HD_SCHEDULE_MAGIC, HD_SCHEDULE_VERSION,
		(unsigned long)hd_campaign->control->config.seed);
	if (r->eager) {
		hd_line_text("eager 1\n");
	}
	if (r->reuse) {
		hd_line_text_format("reuse %u\n", r->reuse);
	}
	if (r->turns) {
		hd_line_text("turns 1\n");
	}
}

static void put_run(unsigned fiber, uint64_t upto)
{
	hd_line_text_format("run %u %lu\n", fiber, (unsigned long)upto);
}

static void close_schedule(const struct hd_schedule *r)
{
	for (size_t i = 0; i < r->nchoices; i++) {
		hd_line_text_format("choice %u\n", r->choices[i]);
	}
	hd_line_close_text();
}

static void put_test_lines(void)
{
	char text[16384];

	hd_store_test(&hd_worker->test, text, sizeof(text));
	hd_line_text(text);
}

static void put_racing_place(const struct hd_site *s)
{
	const char *path = s && s->file ? s->file : "-", *slash = strrchr(path, '/');

	if (s && s->func) {
		hd_line_text_format("race %u %u ", s->block, s->index);
		hd_line_text(s->func->name);
		hd_line_text(" ");
		hd_line_text(slash ? slash + 1 : path);
		hd_line_text("\n");
	}
}

static void put_site(const char *word, const struct hd_site *s)
{
	if (!s) {
		hd_line_text_format("%s 0 0 0 0 -\n", word);
	} else if (s->file) {
		hd_line_text_format("%s %u %u %u %u ", word, s->line, s->column, s->block, s->index);
		hd_line_text(s->file);
		hd_line_text("\n");
	}
}

void hd_message_put_schedule(const struct hd_fault *f, const struct hd_schedule *r)
{
	open_schedule(HD_KEY(finding, schedule), r);
	if (f->kind == HD_VERDICT_DATA_RACE) {
		put_racing_place(f->site);
		put_racing_place(f->other_site);
	} else if (f->kind == HD_VERDICT_LEAK) {
		put_site("leak", f->site);
	}
	if (&__heddle_api) {
		put_test_lines();
	}
	for (size_t i = 0; i < r->n; i++) {
		put_run(r->segments[i].fiber, r->segments[i].upto);
	}
	close_schedule(r);
}

// Steps of a thread at sites of the code under test, out of its first n.
static uint64_t steps_outside(uint32_t fiber, uint64_t n)
{
	uint64_t count = 0;

	for (size_t i = 0; i < hd.nlog; i++) {
		const struct hd_event *e = &hd.log[i];
		count += e->fiber == fiber && e->step < n && hd_site_is_outside_main(e->site);
	}
	return count;
}

void hd_message_put_test_schedule(const struct hd_fault *f, const struct hd_schedule *r)
{
	open_schedule(HD_KEY(finding, test_schedule), r);
	hd_line_text("outside main\n");
	if (f->kind == HD_VERDICT_DATA_RACE) {
		put_site("site", f->site);
		put_site("site", f->other_site);
	} else if (f->kind == HD_VERDICT_LEAK) {
		put_site("leak", f->site);
	}
	for (size_t i = 0; i < r->n; i++) {
		const struct hd_segment *s = &r->segments[i];
		bool last = i + 1 == r->n; // it continues in any case; one more step makes it the choice
		put_run(s->fiber, steps_outside(s->fiber, s->upto) + last);
	}
	close_schedule(r);
}

// ---- the trace --------------------------------------------------------------------------

// Accesses that no other thread could notice are not shown.
static bool is_of_interest(const struct hd_event *e, const struct hd_fault *f, bool last)
{
	bool plain = e->kind == HD_EV_READ || e->kind == HD_EV_WRITE;

	if (last || !plain) {
		return e->kind != HD_EV_START && e->kind != HD_EV_LOOP;
	}
	return hd_cell_of(e->object)->shared == hd.test || (f->address && (e->object & ~7ull) == (f->address & ~7ull));
}

// The call of a test that event i of the log begins; NULL: it begins none.
static const struct hd_call_data *call_at(size_t i)
{
	const struct hd_event *e = &hd.log[i];
	const struct hd_test *t = &hd_worker->test;
	unsigned n = 0;

	int thread = &__heddle_api ? hd_test_thread_of(e->fiber) : -1;
	if (e->kind != HD_EV_CALL || thread < 0) {
		return NULL;
	}
	for (size_t k = 0; k < i; k++) {
		n += hd.log[k].kind == HD_EV_CALL && hd.log[k].fiber == e->fiber;
	}
	return n < t->nsuffix[thread] ? &t->suffix[thread][n] : NULL;
}

static void put_note(size_t i)
{
	const struct hd_event *e = &hd.log[i];
	const struct hd_call_data *call = call_at(i);

	if (e->failed) {
		hd_line_key_string(HD_KEY(event, note), "fails");
	} else if (call) {
		hd_line_key_string(HD_KEY(event, note), call_text(call));
	} else if (e->kind == HD_EV_CREATE || e->kind == HD_EV_JOIN) {
		hd_line_key_format(HD_KEY(event, note), "thread %lu", (unsigned long)e->object);
	}
}

static void put_event(size_t i, const struct hd_fault *f)
{
	const struct hd_event *e = &hd.log[i];
	// An access that fails does not happen: it has no value. A racing read does.
	bool fails = i + 1 == hd.nlog && e->site == f->site;
	bool happened = !fails || (f->kind == HD_VERDICT_DATA_RACE && !e->write);

	hd_line_open('{');
	hd_line_key_number(HD_KEY(event, t), e->fiber);
	hd_line_key_number(HD_KEY(event, step), e->step);
	hd_line_key_string(HD_KEY(event, op), verb_of(e->kind));
	if (e->site) {
		hd_line_key(HD_KEY(event, site));
		hd_message_put_site(e->site);
	}
	if (e->size) {
		hd_line_key_number(HD_KEY(event, size), e->size);
	}
	if (e->kind >= HD_EV_READ && e->kind <= HD_EV_ATOMIC_RMW && e->size <= 8 && happened) {
		hd_line_key_format(HD_KEY(event, value), "%#lx", (unsigned long)e->value);
	}
	put_note(i);
	hd_line_close('}');
}

void hd_message_put_trace(const struct hd_fault *f)
{
	size_t n = 0, from = hd.nlog;

	while (from > 0 && n < MOST_EVENTS) {
		from--;
		n += is_of_interest(&hd.log[from], f, false);
	}
	hd_line_key_list(HD_KEY(finding, trace));
	for (size_t i = from; i < hd.nlog; i++) {
		if (is_of_interest(&hd.log[i], f, i + 1 == hd.nlog)) {
			put_event(i, f);
		}
	}
	hd_line_close(']');
}
