// SPDX-License-Identifier: Apache-2.0
// Messages to the host: JSON lines, as abi/control.h lists them.
#include "engine/engine.h"

#include "abi/schedule_file.h"
#include "strategy/map/map.h"
#include "strategy/pairs.h"
#include "strategy/tsa/sync_pairs.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define ROOM (16u << 20)
#define MOST_EVENTS 4000

static char *line; // one message
static size_t used;
static bool first; // no comma yet

static void put(const char *text, size_t n)
{
	if (!line) {
		line = hd_persist_alloc(ROOM);
	}
	if (used + n < ROOM) {
		memcpy(line + used, text, n);
		used += n;
	}
}

static void put_text(const char *text)
{
	put(text, strlen(text));
}

__attribute__((format(printf, 1, 2))) static void put_format(const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	int n = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	put(text, n < (int)sizeof(text) ? (size_t)n : sizeof(text) - 1);
}

static void put_escaped(const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		if (c == '"' || c == '\\') {
			put("\\", 1);
			put(text, 1);
		} else if (c < 0x20 || c >= 0x7f) {
			put_format("\\u%04x", c);
		} else {
			put(text, 1);
		}
	}
}

static void put_string(const char *text)
{
	put("\"", 1);
	put_escaped(text);
	put("\"", 1);
}

static void key(const char *name)
{
	if (!first) {
		put(",", 1);
	}
	first = false;
	put_string(name);
	put(":", 1);
}

static void key_string(const char *name, const char *value)
{
	key(name);
	put_string(value);
}

static void key_number(const char *name, uint64_t value)
{
	key(name);
	put_format("%lu", (unsigned long)value);
}

static void begin_message(const char *type)
{
	used = 0;
	put("{", 1);
	first = true;
	key_string("type", type);
}

static void send(void)
{
	const char *p = line;

	put("}\n", 2);
	while (atomic_exchange(&hd_campaign->speaking, true)) {
		sched_yield(); // another worker's message is on its way
	}
	while (used > 0) {
		ssize_t n = write(hd_campaign->control->config.message_fd, p, used);
		if (n < 0 && errno != EINTR) {
			break;
		}
		if (n > 0) {
			p += n;
			used -= (size_t)n;
		}
	}
	atomic_store(&hd_campaign->speaking, false);
}

// ---- parts -----------------------------------------------------------------------

static void put_site(const struct hd_site *s)
{
	put("{", 1);
	first = true;
	key_string("file", s->file ? s->file : "");
	key_number("line", s->line);
	key_number("column", s->column);
	key_string("function", s->func && s->func->name ? s->func->name : "");
	if (s->var && s->var->name) {
		key_string("variable", s->var->name);
	}
	if (s->callee) {
		key_string("callee", s->callee);
	}
	put("}", 1);
	first = false;
}

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
	put("{", 1);
	first = true;
	key_string("module", f.path);
	key_number("offset", pc - f.base);
	put("}", 1);
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

static void put_title(const struct hd_fault *f, unsigned i)
{
	const struct hd_site *s = i == 0 ? f->site : f->other_site;
	char title[512] = "";

	if (f->kind == HD_VERDICT_DATA_RACE && s) {
		snprintf(title, sizeof(title), "%s of %u bytes%s%s", verb_of(s->kind), s->size,
		         s->var ? " at " : "", s->var ? s->var->name : "");
	} else if (f->kind == HD_VERDICT_DEADLOCK) {
		snprintf(title, sizeof(title), "waits here");
	} else {
		snprintf(title, sizeof(title), "%s", hd_verdict_text(f->kind));
	}
	key_string("title", title);
}

static void put_stacks(const struct hd_fault *f)
{
	key("stacks");
	put("[", 1);
	for (unsigned i = 0; i < f->nstacks; i++) {
		put(i ? ",{" : "{", i ? 2 : 1);
		first = true;
		key_number("thread", (uint64_t)f->stacks[i].fiber);
		put_title(f, i);
		key("frames");
		put("[", 1);
		for (unsigned k = 0; k < f->stacks[i].n; k++) {
			if (k) {
				put(",", 1);
			}
			put_frame(f->stacks[i].pc[k]);
		}
		put("]}", 2);
	}
	put("]", 1);
	first = false;
}

static void put_test_lines(void)
{
	char text[16384];

	hd_store_test(&hd_worker->test, text, sizeof(text));
	for (char *p = text; *p; p++) {
		put(*p == '\n' ? "\\n" : p, *p == '\n' ? 2 : 1);
	}
}

static void begin_schedule(const char *name, const struct hd_recorded *r)
{
	key(name);
	put_format("\"%s %d\\nseed %lu\\n", HD_SCHEDULE_MAGIC, HD_SCHEDULE_VERSION,
	           (unsigned long)hd_campaign->control->config.seed);
	if (r->eager) {
		put_text("eager 1\\n");
	}
}

static void end_schedule(const struct hd_recorded *r)
{
	for (size_t i = 0; i < r->nchoices; i++) {
		put_format("choice %u\\n", r->choices[i]);
	}
	put_text("\"");
}

// The text of the schedule file, as findings.c reads it back.
static void put_schedule(const struct hd_fault *f, const struct hd_recorded *r)
{
	begin_schedule("schedule", r);
	if (f->kind == HD_VERDICT_DATA_RACE) {
		put_format("race %u %u\\n", hd_site_id(f->site), hd_site_id(f->other_site));
	}
	if (&__heddle_api) {
		put_test_lines();
	}
	for (size_t i = 0; i < r->n; i++) {
		put_format("run %u %lu\\n", r->segments[i].fiber, (unsigned long)r->segments[i].upto);
	}
	end_schedule(r);
}

static void put_racing_site(const struct hd_site *s)
{
	if (s && s->file) {
		put_format("site %u %u %u %u ", s->line, s->column, s->block, s->index);
		put_escaped(s->file);
		put_text("\\n");
	}
}

// Steps of a thread at sites of the code under test, out of its first n.
static unsigned long steps_outside(uint32_t fiber, uint64_t n)
{
	unsigned long count = 0;

	for (size_t i = 0; i < hd.nlog; i++) {
		const struct hd_event *e = &hd.log[i];
		count += e->fiber == fiber && e->step < n && hd_site_is_outside_main(e->site);
	}
	return count;
}

// The same for test.c, which calls the same functions from a main() of its own.
static void put_test_schedule(const struct hd_fault *f, const struct hd_recorded *r)
{
	begin_schedule("test_schedule", r);
	put_text("outside main\\n");
	if (f->kind == HD_VERDICT_DATA_RACE) {
		put_racing_site(f->site);
		put_racing_site(f->other_site);
	}
	for (size_t i = 0; i < r->n; i++) {
		const struct hd_segment *s = &r->segments[i];
		bool last = i + 1 == r->n; // it goes on in any case; one step more has it chosen
		put_format("run %u %lu\\n", s->fiber, steps_outside(s->fiber, s->upto) + last);
	}
	end_schedule(r);
}

// Accesses nobody else could notice are left out of what people read.
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

	if (!&__heddle_api || e->kind != HD_EV_CALL || e->fiber < 1 || e->fiber > t->nthreads) {
		return NULL;
	}
	for (size_t k = 0; k < i; k++) {
		n += hd.log[k].kind == HD_EV_CALL && hd.log[k].fiber == e->fiber;
	}
	return n < t->nsuffix[e->fiber - 1] ? &t->suffix[e->fiber - 1][n] : NULL;
}

static void put_call_text(const struct hd_call_data *c)
{
	char text[1024];

	hd_print_call(&hd_worker->test, c, text, sizeof(text));
	put_string(text);
}

static void put_event(size_t i, const struct hd_fault *f)
{
	const struct hd_event *e = &hd.log[i];
	const struct hd_call_data *call = call_at(i);
	// An access that fails does not happen: it has no value. A racing read does.
	bool fails = i + 1 == hd.nlog && e->site == f->site;
	bool happened = !fails || (f->kind == HD_VERDICT_DATA_RACE && !e->write);

	put("{", 1);
	first = true;
	key_number("t", e->fiber);
	key_number("step", e->step);
	key_string("op", verb_of(e->kind));
	if (e->site) {
		key("site");
		put_site(e->site);
	}
	if (e->size) {
		key_number("size", e->size);
	}
	if (e->kind >= HD_EV_READ && e->kind <= HD_EV_ATOMIC_RMW && e->size <= 8 && happened) {
		key("value");
		put_format("\"%#lx\"", (unsigned long)e->value);
	}
	if (e->failed) {
		key_string("note", "fails");
	} else if (call) {
		key("note");
		put_call_text(call);
	} else if (e->kind == HD_EV_CREATE || e->kind == HD_EV_JOIN) {
		key("note");
		put_format("\"thread %lu\"", (unsigned long)e->object);
	}
	put("}", 1);
	first = false;
}

// The trace of the replay just made; of very long ones the end.
static void put_trace(const struct hd_fault *f)
{
	size_t n = 0, from = hd.nlog;

	while (from > 0 && n < MOST_EVENTS) {
		from--;
		n += is_of_interest(&hd.log[from], f, false);
	}
	key("trace");
	put("[", 1);
	bool comma = false;
	for (size_t i = from; i < hd.nlog; i++) {
		if (is_of_interest(&hd.log[i], f, i + 1 == hd.nlog)) {
			if (comma) {
				put(",", 1);
			}
			comma = true;
			put_event(i, f);
		}
	}
	put("]", 1);
	first = false;
}

// ---- synchronization pairs -------------------------------------------------------------

// Of all workers together; NULL: the strategy counts none.
static const struct hd_sync_pairs *known_sync_pairs(void)
{
	static struct hd_sync_pairs all;
	const struct hd_worker *w = hd_worker_number(0);
	const struct hd_schedule *strategy = hd_campaign->strategy;
	const struct hd_sync_pairs *p = strategy->sync_pairs && w ? strategy->sync_pairs(w->strategy_state) : NULL;

	if (!p || !p->places || !hd_worker_number(1)) {
		return p && p->places ? p : NULL;
	}
	hd_sync_pairs_init(&all);
	for (unsigned i = 0; (w = hd_worker_number(i)); i++) {
		p = strategy->sync_pairs(w->strategy_state);
		if (p->places) {
			hd_sync_pairs_merge(&all, p);
		}
	}
	return &all;
}

static void put_sync_coverage(const struct hd_sync_pairs *p, const char *before)
{
	if (p) {
		put_format("%s\"sync_pairs\":{\"covered\":%u,\"total\":%u,\"estimated\":%u,\"false_positives\":%u,"
		           "\"false_negatives\":%u}", before, p->ncovered, hd_sync_pairs_total(p), p->nestimated,
		           hd_sync_pairs_missed(p), p->unexpected);
	}
}

static void put_sync_pair(const struct hd_sync_pairs *p, unsigned a, unsigned b)
{
	bool estimated = hd_sync_pairs_has(p->estimated, a, b), covered = hd_sync_pairs_has(p->covered, a, b);

	if (!hd_sync_pairs_has(p->known, a, b) && !covered) {
		return;
	}
	put(",", !first);
	put("{", 1);
	first = true;
	key("first");
	put_site(p->places[a]);
	key("second");
	put_site(p->places[b]);
	key("estimated");
	put_text(estimated ? "true" : "false");
	key("covered");
	put_text(covered ? "true" : "false");
	put("}", 1);
	first = false;
}

static void put_growth_row(const char *metric, uint64_t execution, uint64_t ns, uint64_t covered)
{
	put(",", !first);
	first = false;
	put_format("{\"metric\":\"%s\",\"executions\":%lu,\"seconds\":%.6f,\"covered\":%lu}", metric,
	           (unsigned long)execution, (double)ns * 1e-9, (unsigned long)covered);
}

// Coverage when it grew; of pairs that are counted or not.
static void put_growth(const struct hd_sync_pairs *p)
{
	unsigned npatterns = hd_map_is_on() ? hd_map->nhistory : 0;

	if (!p && npatterns == 0) {
		return;
	}
	key("growth");
	put("[", 1);
	first = true;
	for (uint32_t i = 0; p && i < p->nhistory; i++) {
		put_growth_row("sync_pairs", p->history[i].execution, p->history[i].ns, p->history[i].covered);
	}
	for (unsigned i = 0; i < npatterns && i < HD_MAP_HISTORY; i++) {
		const struct hd_map_growth *g = &hd_map->history[i];
		put_growth_row("access_patterns", g->execution, g->ns, g->covered);
	}
	put("]", 1);
	first = false;
}

static void put_sync_pairs(const struct hd_sync_pairs *p)
{
	key("sync_pairs");
	put("[", 1);
	first = true;
	for (unsigned a = 0; a < p->nplaces; a++) {
		for (unsigned b = 0; b < p->nplaces; b++) {
			put_sync_pair(p, a, b);
		}
	}
	put("]", 1);
	first = false;
	key("sync_rules");
	put_format("[%lu,%lu,%lu,%lu]", (unsigned long)p->rules[0], (unsigned long)p->rules[1],
	           (unsigned long)p->rules[2], (unsigned long)p->rules[3]);
}

// ---- memory-access patterns -------------------------------------------------------------

static void put_pattern_coverage(void)
{
	if (!hd_map_is_on()) {
		return;
	}
	put_format(",\"access_patterns\":{\"covered\":%lu,\"total\":%lu,\"feasible\":%lu,\"pruned_by_locks\":%lu,"
	           "\"bounded\":%lu,\"types\":[", (unsigned long)hd_map->covered.n, (unsigned long)hd_map->total,
	           (unsigned long)hd_map->feasible, (unsigned long)hd_map->pruned, (unsigned long)hd_map->bounded);
	for (unsigned t = 1; t <= HD_MAP_TYPES; t++) {
		put_format("%s%lu", t > 1 ? "," : "", (unsigned long)hd_map->by_type[t]);
	}
	put("]}", 2);
}

static void put_pattern(const struct hd_fault *f)
{
	struct hd_map_pattern p;
	char text[160];

	if (!hd_map_explain(hd_patterns_model(hd_worker->test.class), f, &p)) {
		return;
	}
	hd_map_describe(p.type, text, sizeof(text));
	key("pattern");
	put("{", 1);
	first = true;
	key_number("type", p.type);
	key_string("text", text);
	key("steps");
	put("[", 1);
	for (unsigned i = 0; i < hd_map_types[p.type].nsteps; i++) {
		put(",", i > 0);
		put_site(hd_site_by_id(p.sites[i]));
	}
	put("]}", 2);
	first = false;
}

static void put_sites(const char *name, const uint32_t *ids, uint32_t n)
{
	key(name);
	put("[", 1);
	for (uint32_t i = 0; i < n; i++) {
		put(",", i > 0);
		put_site(hd_site_by_id(ids[i]));
	}
	put("]", 1);
	first = false;
}

static bool reaches_one_of(const struct hd_model *m, unsigned method, const uint32_t *ids, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		if (hd_model_reaches(m, method, ids[i])) {
			return true;
		}
	}
	return false;
}

static void put_methods_reaching(const char *name, const struct hd_model *m, const uint32_t *ids, uint32_t n)
{
	bool comma = false;

	key(name);
	put("[", 1);
	for (unsigned i = 0; i < m->nmethods; i++) {
		if (reaches_one_of(m, i, ids, n)) {
			put(",", comma);
			put_string(hd_function(hd_class_facts->methods[i])->name);
			comma = true;
		}
	}
	put("]", 1);
	first = false;
}

static void put_variable(const struct hd_model *m, const struct hd_model_var *v)
{
	put("{", 1);
	first = true;
	key_string("name", v->name);
	put_sites("reads", v->reads, v->nreads);
	put_sites("writes", v->writes, v->nwrites);
	put_methods_reaching("readers", m, v->reads, v->nreads);
	put_methods_reaching("writers", m, v->writes, v->nwrites);
	put("}", 1);
}

static void put_model_of(uint16_t class)
{
	const struct hd_model *m = hd_patterns_model(class);

	hd_learn_select(class);
	put("{", 1);
	first = true;
	key_string("class", __heddle_api.classes[class].name);
	key_number("total", hd_map_size_of_program(m));
	key_number("feasible", hd_map_size_of_calls(m));
	key("variables");
	put("[", 1);
	for (unsigned i = 0; i < m->nvars; i++) {
		put(",", i > 0);
		put_variable(m, &m->vars[i]);
	}
	put("]}", 2);
	first = false;
}

static void put_model(void)
{
	const struct hd_campaign *c = hd_campaign;

	key("model");
	put("[", 1);
	for (unsigned i = 0; i < c->nclasses; i++) {
		put(",", i > 0);
		put_model_of(c->classes[i]);
	}
	put("]", 1);
	first = false;
}

// ---- tests ---------------------------------------------------------------------------

static void put_functions(const struct hd_test *t)
{
	bool comma = false;

	key("functions");
	put("[", 1);
	for (uint32_t f = 0; f < __heddle_api.nfunctions; f++) {
		bool used = false;
		for (unsigned k = 0; k < t->nthreads; k++) {
			for (unsigned i = 0; i < t->nsuffix[k]; i++) {
				used |= t->suffix[k][i].function == f;
			}
		}
		if (used) {
			put(",", comma);
			put_string(hd_function((uint16_t)f)->name);
			comma = true;
		}
	}
	put("]", 1);
}

static void put_test(const struct hd_fault *f)
{
	static char source[64 << 10];
	const struct hd_test *t = &hd_worker->test;

	key_string("class", __heddle_api.classes[t->class].name);
	put_functions(t);
	key("prefix");
	put("[", 1);
	for (unsigned i = 0; i < t->nprefix; i++) {
		put(",", i > 0);
		put_call_text(&t->prefix[i]);
	}
	put("]", 1);
	key("threads");
	put("[", 1);
	for (unsigned k = 0; k < t->nthreads; k++) {
		put(k ? ",[" : "[", k ? 2 : 1);
		for (unsigned i = 0; i < t->nsuffix[k]; i++) {
			put(",", i > 0);
			put_call_text(&t->suffix[k][i]);
		}
		put("]", 1);
	}
	put("]", 1);
	hd_print_test(t, f, source, sizeof(source));
	key_string("test_c", source);
}

static void learned_line(const char *function, const char *text)
{
	put(first ? "" : ",", !first);
	put("{", 1);
	first = true;
	key_string("function", function);
	key_string("text", text);
	put("}", 1);
	first = false;
}

static void put_pairs(uint16_t class, uint64_t *covered, uint64_t *total)
{
	hd_learn_select(class);
	const struct hd_class_facts *p = hd_class_facts;
	for (size_t i = 0; i < hd_pairs_count(p->nmethods); i++) {
		unsigned a, b;
		hd_pairs_split(i, &a, &b);
		*covered += p->covered[i] > 0;
		++*total;
		put(first ? "" : ",", !first);
		put("{", 1);
		first = true;
		key_string("a", hd_function(hd_class_facts->methods[a])->name);
		key_string("b", hd_function(hd_class_facts->methods[b])->name);
		key_number("tried", p->tried[i]);
		key_number("covered", p->covered[i]);
		key_number("score", hd_pairs_score(p->tried[i], p->covered[i]));
		put("}", 1);
		first = false;
	}
}

static void put_tests_done(const struct hd_sync_pairs *sync)
{
	const struct hd_campaign *c = hd_campaign;
	uint64_t covered = 0, total = 0;

	key_number("tests", c->tests);
	key_number("illegal", c->illegal);
	key_number("linearizations", c->linearizations);
	key_string("class", c->nclasses ? __heddle_api.classes[c->classes[0]].name : "");
	key("learned");
	put("[", 1);
	first = true;
	if (hd_facts) {
		hd_learn_report(learned_line);
	}
	put("]", 1);
	first = false;
	key("pairs");
	put("[", 1);
	first = true;
	for (unsigned i = 0; i < c->nclasses; i++) {
		put_pairs(c->classes[i], &covered, &total);
	}
	put("]", 1);
	first = false;
	key("coverage");
	put_format("{\"method_pairs\":{\"covered\":%lu,\"total\":%lu}", (unsigned long)covered, (unsigned long)total);
	put_sync_coverage(sync, ",");
	put_pattern_coverage();
	put("}", 1);
	if (c->control->config.mode == HD_MODE_MODEL) {
		put_model();
	}
}

// ---- messages ------------------------------------------------------------------------

void hd_message_note(const char *level, const struct hd_site *site, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	begin_message("note");
	key_string("level", level);
	key_string("text", text);
	if (site) {
		key("site");
		put_site(site);
	}
	send();
}

static unsigned switches_of(const struct hd_recorded *r)
{
	return r->n > 0 ? (unsigned)r->n - 1 : 0;
}

void hd_message_finding(const struct hd_fault *f, const struct hd_recorded *r, const struct hd_found *found,
                        uint64_t hash)
{
	begin_message("finding");
	key_string("kind", hd_verdict_text(f->kind));
	key_string("message", f->message);
	key_string("details", f->details);
	key_number("seed", hd_campaign->control->config.seed);
	key_number("execution", found->execution + 1);
	key("seconds");
	put_format("%.6f", (double)found->ns * 1e-9);
	key("hash");
	put_format("\"%016lx\"", (unsigned long)hash);
	key_number("switches", switches_of(r));
	key_number("found_switches", found->switches);
	key_number("thread", (uint64_t)f->fiber);
	if (f->site) {
		key("site");
		put_site(f->site);
	}
	if (&__heddle_api) {
		put_test(f);
		put_pattern(f);
	} else {
		key_number("threads", hd.nfibers);
	}
	put_stacks(f);
	put_schedule(f, r);
	if (&__heddle_api) {
		put_test_schedule(f, r);
	}
	put_trace(f);
	send();
}

void hd_message_replay(uint64_t time, bool same, uint64_t hash)
{
	begin_message("replay");
	key_number("time", time);
	key("same");
	put_text(same ? "true" : "false");
	key_string("kind", hd_verdict_text(hd.outcome.verdict));
	key("hash");
	put_format("\"%016lx\"", (unsigned long)hash);
	send();
}

void hd_message_done(void)
{
	const struct hd_campaign *c = hd_campaign;
	volatile const struct hd_progress *p = &c->control->progress;

	begin_message("done");
	key_string("reason", c->reason ? c->reason : "error");
	key_number("executions", p->executions);
	key_number("blocked", p->blocked);
	key_number("traces", c->traces);
	key_number("cut_off", p->cut_off);
	key_number("unconfirmed", c->unconfirmed);
	key_number("steps", p->steps);
	key("seconds");
	put_format("%.6f", (double)hd_campaign_elapsed_ns() * 1e-9);
	key_number("violations", c->violations);
	if (c->deaths) {
		key_number("deaths", c->deaths);
		key_string("death", c->death);
	}
	const struct hd_sync_pairs *sync = known_sync_pairs();
	if (&__heddle_api) {
		put_tests_done(sync);
	} else if (sync) {
		key("coverage");
		put("{", 1);
		put_sync_coverage(sync, "");
		put("}", 1);
	}
	if (sync) {
		put_sync_pairs(sync);
	}
	put_growth(sync);
	send();
}
