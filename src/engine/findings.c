// SPDX-License-Identifier: Apache-2.0
// A violation becomes a finding: it is new, it happens again when its schedule
// is replayed, its schedule is made as small as possible, its trace is taken
// twice with the same hash. What cannot be confirmed is counted, not reported.
#include "engine/engine.h"

#include "abi/schedule_file.h"

#include <stdio.h>
#include <string.h>

// ---- schedules -------------------------------------------------------------------

void hd_recorded_init(struct hd_recorded *r)
{
	r->segments = hd_persist_alloc(HD_MAX_SCHEDULE * sizeof(*r->segments));
	r->n = r->nchoices = 0;
}

void hd_recorded_copy(struct hd_recorded *to, const struct hd_recorded *from)
{
	to->n = from->n;
	memcpy(to->segments, from->segments, from->n * sizeof(*from->segments));
	to->nchoices = from->nchoices;
	memcpy(to->choices, from->choices, from->nchoices);
	to->eager = from->eager;
	to->outside = from->outside;
}

// The schedule of the execution just made.
void hd_recorded_take(struct hd_recorded *r)
{
	r->n = hd.nsegments < HD_MAX_SCHEDULE ? hd.nsegments : HD_MAX_SCHEDULE;
	memcpy(r->segments, hd.segments, r->n * sizeof(*r->segments));
	r->nchoices = hd.nchoices;
	memcpy(r->choices, hd.choices, hd.nchoices);
	r->eager = hd.eager;
	r->outside = false;
}

// ---- replaying ---------------------------------------------------------------------

bool hd_same_fault(const struct hd_fault *a, const struct hd_fault *b)
{
	return a->kind == b->kind && a->key == b->key;
}

void hd_replay_expect(const struct hd_fault *f)
{
	hd.races = f->kind == HD_VERDICT_DATA_RACE;
	hd.only_race = true;
	hd.race_a = f->site;
	hd.race_b = f->other_site;
}

void hd_replay(const struct hd_recorded *r, bool trace)
{
	static struct hd_replay state;

	state = (struct hd_replay){
	    .segments = r->segments,
	    .n = r->n,
	    .choices = r->choices,
	    .nchoices = r->nchoices,
	    .outside = r->outside,
	};
	hd.strategy = &hd_schedule_replay;
	hd.strategy_state = &state;
	hd.trace = trace;
	hd.eager = r->eager;
	hd_worker->execute();
}

// ---- what is known ---------------------------------------------------------------------

static bool is_known(uint64_t key)
{
	for (size_t i = 0; i < hd_campaign->nknown; i++) {
		if (hd_campaign->known[i] == key) {
			return true;
		}
	}
	return false;
}

bool hd_race_is_known(const struct hd_site *a, const struct hd_site *b)
{
	const struct hd_campaign *c = hd_campaign;

	for (size_t i = 0; i < c->nraces; i++) {
		if ((c->races[i][0] == a && c->races[i][1] == b) || (c->races[i][0] == b && c->races[i][1] == a)) {
			return true;
		}
	}
	return false;
}

// Wrong results have no place in the code: they are told apart by the functions that
// the smallest test calls. A test that calls those as often, and others, probably shows
// nothing new: only a few such tests are made smaller to see.
#define MOST_LOOKS 16

static uint8_t times_called(const struct hd_test *test, uint16_t function)
{
	uint8_t times = 0;

	for (unsigned k = 0; k < test->nthreads; k++) {
		for (unsigned i = 0; i < test->nsuffix[k]; i++) {
			times += test->suffix[k][i].function == function;
		}
	}
	return times;
}

static bool contains(const struct hd_test *test, const struct hd_together *t)
{
	for (unsigned i = 0; i < t->n; i++) {
		if (times_called(test, t->functions[i]) < t->times[i]) {
			return false;
		}
	}
	return true;
}

static bool calls_just(const uint16_t *called, unsigned n, const struct hd_together *t)
{
	unsigned common = 0;

	for (unsigned i = 0; i < t->n; i++) {
		for (unsigned k = 0; k < n; k++) {
			common += called[k] == t->functions[i];
		}
	}
	return common == t->n && n == t->n;
}

static bool is_known_result(const struct hd_test *test)
{
	const struct hd_campaign *c = hd_campaign;
	uint16_t called[HD_TEST_CALLS];
	unsigned n = hd_test_functions(test, called);

	for (size_t i = 0; i < c->nwrong_results; i++) {
		if (!c->wrong_results[i].unconfirmed && calls_just(called, n, &c->wrong_results[i])) {
			return true;
		}
	}
	return false;
}

static bool may_be_new(const struct hd_test *test)
{
	struct hd_campaign *c = hd_campaign;

	if (is_known_result(test)) {
		return false;
	}
	for (size_t i = 0; i < c->nwrong_results; i++) {
		struct hd_together *t = &c->wrong_results[i];
		if (contains(test, t)) {
			return t->looks++ < MOST_LOOKS;
		}
	}
	return true;
}

// Of a smallest test; from now on it is known.
static bool is_new_result(const struct hd_test *test)
{
	struct hd_campaign *c = hd_campaign;
	uint16_t called[HD_TEST_CALLS];
	unsigned n = hd_test_functions(test, called);

	if (is_known_result(test)) {
		return false;
	}
	if (n <= HD_MAX_TOGETHER && c->nwrong_results < HD_MAX_KNOWN - 64) {
		struct hd_together *t = &c->wrong_results[c->nwrong_results++];
		memcpy(t->functions, called, n * sizeof(*called));
		for (unsigned i = 0; i < n; i++) {
			t->times[i] = times_called(test, called[i]);
		}
		t->n = n;
	}
	return true;
}

// What could not be confirmed hides nothing.
static void forget_result(const struct hd_test *test)
{
	struct hd_campaign *c = hd_campaign;
	uint16_t called[HD_TEST_CALLS];
	unsigned n = hd_test_functions(test, called);

	for (size_t i = 0; i < c->nwrong_results; i++) {
		c->wrong_results[i].unconfirmed |= calls_just(called, n, &c->wrong_results[i]);
	}
}

static void remember(const struct hd_fault *f)
{
	struct hd_campaign *c = hd_campaign;

	if (c->nknown < HD_MAX_KNOWN - 64) {
		c->known[c->nknown++] = f->key;
	}
	if (f->kind == HD_VERDICT_DATA_RACE && c->nraces < HD_MAX_KNOWN - 64) {
		size_t i = c->nraces++;
		c->races[i][0] = f->site;
		c->races[i][1] = f->other_site;
	}
}

// ---- the other half of a race --------------------------------------------------------------

static bool overlaps(const struct hd_event *e, uintptr_t address)
{
	return e->object < address + 8 && address < e->object + (e->size ? e->size : 1) + 7;
}

// A race is noticed at its second access; the stack of the first is taken in
// one more replay, at the step that the trace shows.
static void capture_other_stack(struct hd_fault *f, const struct hd_recorded *r)
{
	hd.capture_fiber = -1;
	for (size_t i = hd.nlog; i-- > 0;) {
		const struct hd_event *e = &hd.log[i];
		if (e->fiber == f->other_fiber && e->site == f->other_site && overlaps(e, f->address)) {
			hd.capture_fiber = e->fiber;
			hd.capture_step = e->step;
			break;
		}
	}
	if (hd.capture_fiber < 0) {
		return;
	}
	hd.captured.n = 0;
	hd_replay(r, true);
	hd.capture_fiber = -1;
	if (hd.captured.n > 0) {
		f->stacks[f->nstacks++] = hd.captured;
	}
}

// ---- from violation to finding ----------------------------------------------------------------

static void give_up(uint64_t execution)
{
	hd_campaign->unconfirmed++;
	if (hd_campaign->unconfirmed == 1) {
		hd_message_note("warning", hd.fault.site,
		                "a violation in execution %lu did not happen again when replayed: the program "
		                "depends on something that is not under control, or on memory that nobody wrote; "
		                "it is not reported",
		                (unsigned long)execution + 1);
	}
}

static void count_finding(void)
{
	hd_campaign->violations++;
	hd_campaign->control->progress.findings = hd_campaign->violations;
	if (!hd_campaign->control->config.keep_going) {
		hd_campaign->over = true;
		hd_campaign->reason = "finding";
	}
}

// Twice the same trace. With `once` there is one attempt only.
static bool confirm(const struct hd_fault *wanted, struct hd_recorded *r, const struct hd_found *found,
                   bool once)
{
	hd_replay(r, true);
	if (!hd_same_fault(&hd.fault, wanted)) {
		return false;
	}
	uint64_t hash = hd_record_hash();
	static struct hd_fault confirmed;
	confirmed = hd.fault;
	if (!once) {
		if (confirmed.kind == HD_VERDICT_DATA_RACE) {
			capture_other_stack(&confirmed, r);
		}
		hd_replay(r, true);
		if (!hd_same_fault(&hd.fault, wanted) || hd_record_hash() != hash) {
			return false;
		}
	}
	hd_message_finding(&confirmed, r, found, hash);
	count_finding();
	return true;
}

// Confirms and reports. What executions before left on the stacks is overwritten, so that a
// violation that depends on it is not confirmed, and all others have the same trace everywhere.
// Results are held against linearizations that found the stacks like that, too.
static bool report(const struct hd_fault *wanted, struct hd_recorded *r, const struct hd_found *found, bool once)
{
	hd.fills_stacks = true;
	if (wanted->kind == HD_VERDICT_NOT_LINEARIZABLE) {
		hd_tests_bind();
	}
	bool confirmed = confirm(wanted, r, found, once);
	hd.fills_stacks = false;
	return confirmed;
}

bool hd_findings_violation(uint64_t execution)
{
	static struct hd_fault wanted;

	wanted = hd.fault;
	bool results = wanted.kind == HD_VERDICT_NOT_LINEARIZABLE;
	if (results ? !may_be_new(&hd_worker->test) : is_known(wanted.key)) {
		return !wanted.tainted;
	}
	if (!results) {
		remember(&wanted);
	}
	hd_recorded_take(&hd_worker->best);
	struct hd_found found = {.execution = execution, .ns = hd_campaign_elapsed_ns(),
	                         .switches = hd.outcome.switches};
	if (wanted.tainted) { // by a fresh worker
		hd_worker->pending = true;
		hd_worker->pending_found = found;
		hd_worker->pending_fault = wanted;
		hd_recorded_copy(&hd_worker->pending_schedule, &hd_worker->best);
		return false;
	}
	hd_replay_expect(&wanted);
	hd_replay(&hd_worker->best, false);
	if (!hd_same_fault(&hd.fault, &wanted)) {
		give_up(execution);
		return true;
	}
	if (&__heddle_api) {
		hd_worker->found_test = hd_worker->test;
		hd_minimise_test(&hd_worker->best, &wanted);
		hd_replay_expect(&wanted);
	}
	if (!results || is_new_result(&hd_worker->test)) {
		hd_minimise(&hd_worker->best, &hd_worker->trial, &wanted);
		if (!report(&wanted, &hd_worker->best, &found, false)) {
			give_up(execution);
			if (results) {
				forget_result(&hd_worker->test);
			}
		}
	}
	if (&__heddle_api) {
		hd_worker->test = hd_worker->found_test;
		hd_tests_bind();
	}
	return true;
}

bool hd_findings_pending(void)
{
	hd_worker->pending = false;
	if (&__heddle_api) { // is the test legal use? (its class comes with it)
		hd_tests_bind();
		if (hd_linear_excuses(&hd_worker->linear, hd_worker->pending_fault.kind)) {
			return true;
		}
	}
	hd_replay_expect(&hd_worker->pending_fault);
	if (!report(&hd_worker->pending_fault, &hd_worker->pending_schedule, &hd_worker->pending_found, true)) {
		give_up(hd_worker->pending_found.execution);
	}
	return false; // this worker has met the fault too
}

// ---- heddle replay --------------------------------------------------------------------------------

static void read_site(const char *line, struct hd_fault *f)
{
	struct hd_site place = {0};
	char file[512];
	unsigned column;

	if (sscanf(line, "site %u %u %u %u %511[^\n]", &place.line, &column, &place.block, &place.index, file) == 5) {
		place.column = (uint16_t)column;
		place.file = file;
		f->kind = HD_VERDICT_DATA_RACE;
		*(f->site ? &f->other_site : &f->site) = hd_site_like(&place);
	}
}

static void read_line(const char *line, struct hd_recorded *r, struct hd_fault *f)
{
	unsigned long a, b;

	if (sscanf(line, "run %lu %lu", &a, &b) == 2 && r->n < HD_MAX_SCHEDULE) {
		r->segments[r->n++] = (struct hd_segment){.fiber = (uint32_t)a, .upto = b};
	} else if (sscanf(line, "choice %lu", &a) == 1 && r->nchoices < HD_MAX_CHOICES) {
		r->choices[r->nchoices++] = (uint8_t)a;
	} else if (sscanf(line, "eager %lu", &a) == 1) {
		r->eager = a != 0;
	} else if (sscanf(line, "race %lu %lu", &a, &b) == 2) {
		f->kind = HD_VERDICT_DATA_RACE;
		f->site = hd_site_by_id((unsigned)a);
		f->other_site = hd_site_by_id((unsigned)b);
	} else if (strncmp(line, "site ", 5) == 0) {
		read_site(line, f);
	} else if (strncmp(line, "outside main", 12) == 0) {
		r->outside = true;
	} else if (&__heddle_api) {
		hd_load_test_line(&hd_worker->test, line);
	}
}

static bool read_schedule(const char *path, struct hd_recorded *r, struct hd_fault *f)
{
	char line[1024];
	unsigned version;
	FILE *file = fopen(path, "re");

	if (!file) {
		return false;
	}
	bool good = fgets(line, sizeof(line), file) && sscanf(line, HD_SCHEDULE_MAGIC " %u", &version) == 1 &&
	            version == HD_SCHEDULE_VERSION;
	while (good && fgets(line, sizeof(line), file)) {
		read_line(line, r, f);
	}
	fclose(file);
	if (good && &__heddle_api) {
		hd_tests_bind();
	}
	return good;
}

void hd_findings_replay_file(void)
{
	struct hd_campaign *c = hd_campaign;
	const struct hd_config *config = &c->control->config;
	static struct hd_fault wanted;
	uint64_t hash = 0;

	c->reason = "budget";
	hd.fills_stacks = true; // as when it was confirmed
	if (!read_schedule(config->replay_file, &hd_worker->best, &wanted)) {
		hd_message_note("error", NULL, "cannot read the schedule %s", config->replay_file);
		c->reason = "error";
		return;
	}
	hd_replay_expect(&wanted);
	for (uint64_t i = 0; i < config->replay_times && !c->control->progress.stop; i++) {
		char text[24];
		hd_replay(&hd_worker->best, true);
		hash = hd_record_hash();
		if (hd_worker->best.outside) { // from now on as this program counts
			hd_recorded_take(&hd_worker->best);
		}
		snprintf(text, sizeof(text), "%016lx", (unsigned long)hash);
		bool same = config->trace_hash[0] == '\0' || strcmp(text, config->trace_hash) == 0;
		c->control->progress.executions++;
		c->control->progress.steps += hd.outcome.steps;
		hd_message_replay(i + 1, same, hash);
		if (hd.fault.kind != HD_VERDICT_NONE && hd.fault.tainted) {
			break; // this process is not to be trusted any more
		}
	}
	if (hd.fault.kind != HD_VERDICT_NONE) {
		static struct hd_fault shown;
		shown = hd.fault;
		if (shown.kind == HD_VERDICT_DATA_RACE) {
			capture_other_stack(&shown, &hd_worker->best);
			hd_replay(&hd_worker->best, true);
		}
		c->violations++;
		struct hd_found found = {.ns = hd_campaign_elapsed_ns(), .switches = hd.outcome.switches};
		hd_message_finding(&shown, &hd_worker->best, &found, hash);
	}
}
