// SPDX-License-Identifier: Apache-2.0
// The metrics of a campaign: which are measured, their states, and who listens to what
// during an execution. This is the only place that sets observers; where no metric wants to
// be told of something, nobody listens, and nothing is paid for it.
#include "engine/metrics.h"

#include "engine/engine.h"

#include <string.h>

#define EXACT 2048 // entries of growth; then only those that are worth a sixty-fourth

struct hd_measured {
	void *state;
	_Atomic unsigned ngrowth;
	_Atomic uint64_t noted; // covered, at the last entry
	struct hd_growth growth[HD_MOST_GROWTH];
};

// ---- which, and where their states are -------------------------------------------------

static bool names(const struct hd_metric *const *list, const struct hd_metric *m)
{
	for (unsigned i = 0; i < HD_METRIC_COUNT && list[i]; i++) {
		if (list[i] == m) {
			return true;
		}
	}
	return false;
}

static bool is_wanted(enum hd_metric_id id)
{
	static const bool of_programs[] = {
#define HD_METRIC(id, programs, summary) programs,
#include "abi/metrics.def"
#undef HD_METRIC
	};
	const struct hd_campaign *c = hd_campaign;
	bool asked = c->control->config.measure >> id & 1;
	bool steered_by = names(c->scheduler->metrics, hd_metrics[id]) ||
		(c->strategy && names(c->strategy->metrics, hd_metrics[id]));

	return (asked || steered_by) && (&__heddle_api || of_programs[id]);
}

void hd_metrics_prepare(struct hd_worker *w, const struct hd_worker *first)
{
	for (unsigned id = 0; id < HD_METRIC_COUNT; id++) {
		if (!is_wanted(id)) {
			continue;
		}
		if (hd_metrics[id]->shared && first) {
			w->metrics[id] = first->metrics[id];
			continue;
		}
		w->metrics[id] = hd_persist_alloc(sizeof(*w->metrics[id]));
		w->metrics[id]->state = hd_persist_alloc(hd_metrics[id]->state_size + 1);
	}
}

static void begin(unsigned id, void *state)
{
	const struct hd_metric_setup setup = {
		.config = &hd_campaign->control->config,
		.subjects = hd_campaign->subjects,
		.nsubjects = hd_campaign->nclasses,
	};

	if (hd_metrics[id]->begin) {
		hd_metrics[id]->begin(state, &setup);
	}
}

void hd_metrics_begin(void)
{
	const struct hd_worker *w;

	for (unsigned i = 0; (w = hd_worker_number(i)); i++) {
		for (unsigned id = 0; id < HD_METRIC_COUNT; id++) {
			if (w->metrics[id] && (i == 0 || !hd_metrics[id]->shared)) {
				begin(id, w->metrics[id]->state);
			}
		}
	}
}

// ---- this worker's -----------------------------------------------------------------------

static struct listener {
	const struct hd_metric *metric;
	void *state;
	struct hd_measured *measured;
	unsigned events; // that it has functions for
	unsigned hears;  // of them, in this execution
} listeners[HD_METRIC_COUNT];
static unsigned nlisteners;

static unsigned events_of(const struct hd_metric *m)
{
	return (m->call ? HD_HEARS_CALLS : 0u) | (m->access ? HD_HEARS_ACCESSES : 0u) |
		(m->synced ? HD_HEARS_SYNC : 0u) | (m->enter || m->leave ? HD_HEARS_FUNCTIONS : 0u) |
		(m->branch ? HD_HEARS_BRANCHES : 0u) | (m->race ? HD_HEARS_RACES : 0u);
}

void hd_metrics_bind(void)
{
	nlisteners = 0;
	for (unsigned id = 0; id < HD_METRIC_COUNT; id++) {
		struct hd_measured *measured = hd_worker->metrics[id];
		hd_metric_states[id] = measured ? measured->state : NULL;
		if (measured) {
			listeners[nlisteners++] = (struct listener){
				.metric = hd_metrics[id],
				.state = measured->state,
				.measured = measured,
				.events = events_of(hd_metrics[id]),
			};
		}
	}
}

// ---- who is told of what -------------------------------------------------------------------

// Of tests: functions of a prefix are of no interest; threads that it started may be.
static uint8_t watched;        // from the first concurrent call on
static uint8_t watched_before; // before it

#define TELL(event, function, ...)                                             \
	for (struct listener *l = listeners; l < listeners + nlisteners; l++) {    \
		if (l->hears & (event) && l->metric->function) {                       \
			l->metric->function(l->state, __VA_ARGS__);                        \
		}                                                                      \
	}

static void tell_call(uint16_t function, bool starts)
{
	__heddle_watch = watched;
	TELL(HD_HEARS_CALLS, call, function, starts)
}

static void tell_access(const struct hd_op *op)
{
	TELL(hd.single ? HD_HEARS_ALONE : HD_HEARS_ACCESSES, access, op)
}

static void tell_synced(enum hd_event_kind kind, uintptr_t object, const struct hd_site *site)
{
	TELL(HD_HEARS_SYNC, synced, kind, object, site)
}

static void tell_enter(const struct hd_func *f)
{
	TELL(HD_HEARS_FUNCTIONS, enter, f)
}

static void tell_leave(const struct hd_func *f)
{
	TELL(HD_HEARS_FUNCTIONS, leave, f)
}

static void tell_branch(const struct hd_site *s, uint64_t a, uint64_t b, uint32_t predicate)
{
	TELL(HD_HEARS_BRANCHES, branch, s, a, b, predicate)
}

static void tell_race(const struct hd_site *site, const struct hd_site *other)
{
	TELL(HD_HEARS_RACES, race, site, other)
}

static void listen(unsigned events)
{
	watched = (events & HD_HEARS_FUNCTIONS ? HD_WATCH_FUNCTIONS : 0) |
		(events & HD_HEARS_BRANCHES ? HD_WATCH_BRANCHES : 0);
	__heddle_watch = events & HD_HEARS_ALONE ? watched : watched & watched_before;
	hd_observer = (struct hd_observer){
		.alone = events & HD_HEARS_ALONE,
		.access = events & HD_HEARS_ACCESSES ? tell_access : NULL,
		.synced = events & HD_HEARS_SYNC ? tell_synced : NULL,
		.enter = events & HD_HEARS_FUNCTIONS ? tell_enter : NULL,
		.leave = events & HD_HEARS_FUNCTIONS ? tell_leave : NULL,
		.branch = events & HD_HEARS_BRANCHES ? tell_branch : NULL,
		.race = events & HD_HEARS_RACES ? tell_race : NULL,
	};
	hd_on_call = events & HD_HEARS_CALLS || watched ? tell_call : NULL;
}

// ---- around a test and an execution --------------------------------------------------------

void hd_metrics_begin_test(const struct hd_subject *subject, unsigned nthreads)
{
	watched_before = !subject || subject->spawns ? HD_WATCH_FUNCTIONS | HD_WATCH_BRANCHES : 0;
	for (struct listener *l = listeners; l < listeners + nlisteners; l++) {
		if (l->metric->begin_test) {
			l->metric->begin_test(l->state, subject, nthreads);
		}
	}
}

void hd_metrics_begin_execution(void)
{
	unsigned all = 0;

	for (struct listener *l = listeners; l < listeners + nlisteners; l++) {
		l->hears = l->metric->begin_execution ? l->metric->begin_execution(l->state, l->events) : l->events;
		all |= l->hears;
	}
	if (all) {
		listen(all);
	}
}

static void note_growth(struct hd_measured *m, uint64_t covered, uint64_t execution)
{
	uint64_t least = m->noted + (m->ngrowth < EXACT ? 0 : m->noted / 64);

	if (likely(covered <= least) || m->ngrowth >= HD_MOST_GROWTH) {
		return;
	}
	unsigned i = m->ngrowth++;
	if (i < HD_MOST_GROWTH) { // another worker may have had the same thought
		m->growth[i] = (struct hd_growth){.execution = execution + 1,
			.ns = hd_campaign_elapsed_ns(),
			.covered = covered};
	}
	m->noted = covered;
}

void hd_metrics_end_execution(uint64_t execution, const struct hd_outcome *o)
{
	if (nlisteners > 0) {
		listen(0);
	}
	for (struct listener *l = listeners; l < listeners + nlisteners; l++) {
		if (l->metric->end_execution) {
			l->metric->end_execution(l->state, o);
		}
		if (l->metric->covered) {
			note_growth(l->measured, l->metric->covered(l->state), execution);
		}
	}
}

// ---- what others have -----------------------------------------------------------------------

void hd_metrics_take_goal(const char *metric, uint64_t goal, uint64_t value)
{
	for (unsigned id = 0; id < HD_METRIC_COUNT; id++) {
		const struct hd_worker *w;
		if (strcmp(hd_metric_names[id], metric) != 0 || !hd_metrics[id]->take_goal) {
			continue;
		}
		for (unsigned i = 0; (w = hd_worker_number(i)); i++) {
			if (w->metrics[id] && (i == 0 || !hd_metrics[id]->shared)) {
				hd_metrics[id]->take_goal(w->metrics[id]->state, goal, value);
			}
		}
	}
}

void hd_metrics_goals(void (*metric)(const char *name), void (*put)(uint64_t goal, uint64_t value))
{
	for (unsigned id = 0; id < HD_METRIC_COUNT; id++) {
		const void *state = hd_metrics[id]->goals ? hd_metrics_result(id) : NULL;
		if (state) {
			metric(hd_metric_names[id]);
			hd_metrics[id]->goals(state, put);
		}
	}
}

// ---- what other ranks have, meanwhile ----------------------------------------------------------

void hd_metrics_news(void (*metric)(unsigned id), void (*put)(uint64_t goal, uint64_t value))
{
	static uint64_t before[HD_METRIC_COUNT];
	const struct hd_worker *w;

	for (unsigned id = 0; id < HD_METRIC_COUNT; id++) {
		const struct hd_metric *m = hd_metrics[id];
		uint64_t covered = 0;
		for (unsigned i = 0; (w = hd_worker_number(i)) && (i == 0 || !m->shared); i++) {
			covered += w->metrics[id] && m->goals ? m->covered(w->metrics[id]->state) : 0;
		}
		metric(id);
		for (unsigned i = 0; covered != before[id] && (w = hd_worker_number(i)) && (i == 0 || !m->shared);
			i++) {
			m->goals(w->metrics[id]->state, put);
		}
		before[id] = covered;
	}
}

bool hd_metrics_take_shared(unsigned id, uint64_t goal, uint64_t value)
{
	const struct hd_metric *m = hd_metrics[id];
	const struct hd_worker *w = hd_worker_number(0);

	if (!w->metrics[id] || !m->take_goal) {
		return true;
	}
	if (m->shared) {
		m->take_goal(w->metrics[id]->state, goal, value);
	}
	return m->shared;
}

void hd_metrics_take_own(unsigned id, uint64_t goal, uint64_t value)
{
	if (hd_worker->metrics[id]) {
		hd_metrics[id]->take_goal(hd_worker->metrics[id]->state, goal, value);
	}
}

// ---- in the end ------------------------------------------------------------------------------

static bool has_one_state(unsigned id)
{
	return hd_metrics[id]->shared || !hd_worker_number(1);
}

const void *hd_metrics_result(unsigned id)
{
	static void *merged[HD_METRIC_COUNT];
	const struct hd_worker *w = hd_worker_number(0);

	if (!w || !w->metrics[id]) {
		return NULL;
	}
	if (has_one_state(id) || !hd_metrics[id]->merge) {
		return w->metrics[id]->state;
	}
	if (!merged[id]) {
		merged[id] = hd_persist_alloc(hd_metrics[id]->state_size + 1);
		begin(id, merged[id]);
		for (unsigned i = 0; (w = hd_worker_number(i)); i++) {
			hd_metrics[id]->merge(merged[id], w->metrics[id]->state);
		}
	}
	return merged[id];
}

const struct hd_growth *hd_metrics_growth(unsigned id, unsigned *n)
{
	const struct hd_worker *w = hd_worker_number(0);

	if (!w || !w->metrics[id] || !has_one_state(id)) {
		*n = 0;
		return NULL;
	}
	*n = w->metrics[id]->ngrowth < HD_MOST_GROWTH ? w->metrics[id]->ngrowth : HD_MOST_GROWTH;
	return w->metrics[id]->growth;
}
