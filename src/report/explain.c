// SPDX-License-Identifier: Apache-2.0
// Steps: find the accesses of the memory-access pattern behind the finding in its trace, newest first;
// see which locks their threads held, and whether they let go of them in between; say that. Deadlocks
// are told by who holds what and waits for what. Where the trace lacks a part of it, nothing is said.
#include "report/explain.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "report/finding.h"

enum { MOST_LOCKS = 16, NONE = -1 };

struct locks {
	const char *names[MOST_LOCKS];
	size_t taken[MOST_LOCKS]; // by which event
	size_t count;
	bool unknown; // there may be more: some have no name, or were only tried
};

// ---- the trace -----------------------------------------------------------------------------

static bool same(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool is_at(const struct hd_trace_event *event, const struct hd_place *place)
{
	return event->has_site && event->site.line == place->line && same(event->site.file, place->file) &&
		(!place->variable || same(event->site.variable, place->variable));
}

static bool is_write(const struct hd_trace_event *event)
{
	return strstr(event->op, "write") || strstr(event->op, "update") || strcmp(event->op, "free") == 0;
}

static bool is_access(const struct hd_trace_event *event)
{
	return is_write(event) || strstr(event->op, "read") == event->op || strcmp(event->op, "atomic read") == 0;
}

static bool takes(const struct hd_trace_event *event)
{
	return (strcmp(event->op, "lock") == 0 || strcmp(event->op, "read lock") == 0) && event->site.variable;
}

// What the thread holds before the event; locks without a name are not known.
static struct locks held_by(const struct hd_finding *finding, int thread, size_t before)
{
	struct locks held = {0};
	for (size_t i = 0; i < before && i < finding->trace_count; i++) {
		const struct hd_trace_event *event = &finding->trace[i];
		if (event->thread != thread) {
			continue;
		}
		held.unknown |= strncmp(event->op, "try ", 4) == 0 ||
			(strstr(event->op, "lock") && !event->site.variable);
		if (takes(event) && held.count < MOST_LOCKS) {
			held.names[held.count] = event->site.variable;
			held.taken[held.count++] = i;
		} else if (strcmp(event->op, "unlock") == 0 || strcmp(event->op, "wait") == 0) {
			for (size_t k = held.count; k-- > 0;) {
				if (same(held.names[k], event->site.variable)) {
					held.count--;
					memmove(&held.names[k], &held.names[k + 1],
						(held.count - k) * sizeof(held.names[0]));
					memmove(&held.taken[k], &held.taken[k + 1],
						(held.count - k) * sizeof(held.taken[0]));
					break;
				}
			}
		}
	}
	return held;
}

static const char *bare(const char *variable)
{
	return strncmp(variable, "struct ", 7) == 0 ? variable + 7 : variable;
}

// ---- words -----------------------------------------------------------------------------------

// "thread 2's stack_pop" in generated tests, "thread 2" in programs.
static void add_actor(struct hd_str *out, const struct hd_finding *finding, size_t index)
{
	int thread = finding->trace[index].thread;
	const char *call = NULL;
	for (size_t i = 0; i <= index; i++) {
		const struct hd_trace_event *event = &finding->trace[i];
		if (event->thread == thread && strcmp(event->op, "call") == 0) {
			call = event->note;
		}
	}
	hd_str_addf(out, "thread %d", thread);
	if (call) {
		hd_str_addf(out, "'s %.*s", (int)strcspn(call, "("), call);
	}
}

static void add_line(struct hd_str *out, const struct hd_place *site, const struct hd_place *near)
{
	if (near && same(site->file, near->file)) {
		hd_str_addf(out, "line %d", site->line);
	} else {
		hd_str_addf(out, "%s:%d", hd_path_name(site->file ? site->file : "?"), site->line);
	}
}

static const char *verb(const struct hd_trace_event *event)
{
	return strcmp(event->op, "free") == 0 ? "freed" : is_write(event) ? "changed" : "read";
}

static const char *noun(const struct hd_trace_event *event)
{
	return is_write(event) ? "its write" : "its read";
}

static void add_variable(struct hd_str *out, const struct hd_trace_event *event)
{
	hd_str_add(out, event->site.variable ? bare(event->site.variable) : "the same memory");
}

static void add_no_order(struct hd_str *out, const struct hd_finding *finding)
{
	hd_str_add(out, finding->class ? "; no sequential order of these calls does this." : ".");
}

// ---- one thread between two accesses of another -------------------------------------------------

struct triple {
	int first, middle, last; // events
};

static int find_before(const struct hd_finding *finding, const struct hd_place *place, int before, int thread, bool its)
{
	for (int i = before - 1; i >= 0; i--) {
		const struct hd_trace_event *event = &finding->trace[i];
		if (is_access(event) && is_at(event, place) && (event->thread == thread) == its) {
			return i;
		}
	}
	return NONE;
}

// The steps of the pattern, the last time that they happened in this order.
static bool find_triple(const struct hd_finding *finding, struct triple *found)
{
	const struct hd_place *steps = finding->pattern.steps;
	for (int last = (int)finding->trace_count - 1; last >= 0; last--) {
		const struct hd_trace_event *event = &finding->trace[last];
		if (!is_access(event) || !is_at(event, &steps[2])) {
			continue;
		}
		found->last = last;
		found->middle = find_before(finding, &steps[1], last, event->thread, false);
		found->first = found->middle == NONE
			? NONE
			: find_before(finding, &steps[0], found->middle, event->thread, true);
		if (found->first != NONE) {
			return true;
		}
	}
	return false;
}

// The lock that is held at both accesses, but not all the time in between; NULL: there is none.
static const char *lock_let_go(const struct hd_finding *finding, const struct triple *t, size_t *unlocked)
{
	int thread = finding->trace[t->last].thread;
	struct locks first = held_by(finding, thread, (size_t)t->first),
		     last = held_by(finding, thread, (size_t)t->last);
	for (size_t i = 0; i < first.count; i++) {
		for (size_t k = 0; k < last.count; k++) {
			if (!same(first.names[i], last.names[k]) || first.taken[i] == last.taken[k]) {
				continue;
			}
			for (size_t e = (size_t)t->first; e < (size_t)t->last; e++) {
				const struct hd_trace_event *event = &finding->trace[e];
				if (event->thread == thread && strcmp(event->op, "unlock") == 0 &&
					same(event->site.variable, first.names[i])) {
					*unlocked = e;
					return first.names[i];
				}
			}
		}
	}
	return NULL;
}

static void explain_triple(const struct hd_finding *finding, struct hd_str *why, struct hd_str *remedy)
{
	struct triple t;
	if (!find_triple(finding, &t)) {
		return;
	}
	const struct hd_trace_event *first = &finding->trace[t.first], *middle = &finding->trace[t.middle],
				    *last = &finding->trace[t.last];
	add_actor(why, finding, (size_t)t.middle);
	hd_str_addf(why, " %s ", verb(middle));
	add_variable(why, middle);
	hd_str_add(why, " (");
	add_line(why, &middle->site, NULL);
	hd_str_add(why, ") between ");
	add_actor(why, finding, (size_t)t.first);
	hd_str_addf(why, " %s at ", is_write(first) ? "writing it" : "reading it");
	add_line(why, &first->site, &middle->site);
	hd_str_addf(why, " and %s at ", noun(last));
	add_line(why, &last->site, &middle->site);
	add_no_order(why, finding);
	size_t unlocked = 0;
	const char *lock = lock_let_go(finding, &t, &unlocked);
	if (lock) {
		hd_str_addf(remedy, "%s is let go in between, at ", bare(lock));
		add_line(remedy, &finding->trace[unlocked].site, &middle->site);
		hd_str_add(remedy, ": with both accesses in one critical section this cannot happen.");
	} else {
		hd_str_add(remedy, "With both accesses in one critical section, of a lock that is also held at ");
		add_line(remedy, &middle->site, &middle->site);
		hd_str_add(remedy, ", this cannot happen.");
	}
}

// ---- two accesses in no order ------------------------------------------------------------------

static void add_holding(struct hd_str *out, const struct locks *held)
{
	hd_str_add(out, held->count == 0 ? "holding no lock" : "holding ");
	for (size_t i = 0; i < held->count; i++) {
		hd_str_addf(out, "%s%s", i ? " and " : "", bare(held->names[i]));
	}
}

// By name: these may be locks of different objects, or held for reading.
static bool have_common(const struct locks *a, const struct locks *b)
{
	for (size_t i = 0; i < a->count; i++) {
		for (size_t k = 0; k < b->count; k++) {
			if (same(a->names[i], b->names[k])) {
				return true;
			}
		}
	}
	return false;
}

static void explain_race(const struct hd_finding *finding, struct hd_str *why, struct hd_str *remedy)
{
	int second = (int)finding->trace_count - 1;
	while (second >= 0 &&
		!(finding->trace[second].thread == finding->thread && finding->has_site &&
			is_access(&finding->trace[second]) && is_at(&finding->trace[second], &finding->site))) {
		second--;
	}
	const struct hd_place *other = finding->stack_count > 1 ? hd_finding_user_frame(&finding->stacks[1]) : NULL;
	int first = NONE;
	for (int i = second - 1; other && i >= 0 && first == NONE; i--) {
		const struct hd_trace_event *event = &finding->trace[i];
		bool there = event->thread == finding->stacks[1].thread && is_access(event) &&
			event->site.line == other->line && same(event->site.file, other->file) &&
			same(event->site.variable, finding->site.variable);
		first = there ? i : NONE;
	}
	if (second < 0 || first == NONE) {
		return;
	}
	const struct hd_trace_event *a = &finding->trace[first], *b = &finding->trace[second];
	struct locks of_a = held_by(finding, a->thread, (size_t)first),
		     of_b = held_by(finding, b->thread, (size_t)second);
	if (of_a.unknown || of_b.unknown) {
		return;
	}
	add_actor(why, finding, (size_t)first);
	hd_str_addf(why, " %s ", verb(a));
	add_variable(why, a);
	hd_str_add(why, " at ");
	add_line(why, &a->site, NULL);
	hd_str_add(why, ", ");
	add_holding(why, &of_a);
	hd_str_add(why, "; ");
	add_actor(why, finding, (size_t)second);
	hd_str_addf(why, " %s it at ", is_write(b) ? "writes" : "reads");
	add_line(why, &b->site, &a->site);
	hd_str_add(why, ", ");
	add_holding(why, &of_b);
	hd_str_add(why, ": nothing orders the two.");
	bool one_sided = (of_a.count == 0) != (of_b.count == 0);
	const struct locks *has = of_a.count > 0 ? &of_a : &of_b;
	if (one_sided && has->count == 1) {
		hd_str_addf(remedy, "Holding %s at ", bare(has->names[0]));
		add_line(remedy, of_a.count > 0 ? &b->site : &a->site, &a->site);
		hd_str_add(remedy, ", too, would order them.");
	} else if (!have_common(&of_a, &of_b)) {
		hd_str_add(remedy, "The same lock held at both places would order them.");
	}
}

// ---- use of what another thread has freed --------------------------------------------------------

static size_t count_frees(const struct hd_finding *finding)
{
	size_t count = 0;
	for (size_t i = 0; i < finding->trace_count; i++) {
		count += strcmp(finding->trace[i].op, "free") == 0;
	}
	return count;
}

// Events do not say which block they free: it is known if only one was.
static void explain_freed(const struct hd_finding *finding, struct hd_str *why, struct hd_str *remedy)
{
	if (count_frees(finding) != 1) {
		return;
	}
	for (size_t i = finding->trace_count; i-- > 0;) {
		const struct hd_trace_event *event = &finding->trace[i];
		if (strcmp(event->op, "free") != 0 || event->thread == finding->thread || !event->has_site ||
			finding->trace_count == 0) {
			continue;
		}
		size_t last = finding->trace_count - 1;
		if (finding->trace[last].thread != finding->thread || finding->site.line <= 0) {
			return;
		}
		add_actor(why, finding, i);
		hd_str_add(why, " freed the block at ");
		add_line(why, &event->site, NULL);
		hd_str_add(why, " while ");
		add_actor(why, finding, last);
		hd_str_add(why, " was still going to use it, at ");
		add_line(why, &finding->site, &event->site);
		add_no_order(why, finding);
		hd_str_add(remedy,
			"What finds the block and what uses it would have to be one critical section, or hold a "
			"reference that keeps it.");
		return;
	}
}

// ---- deadlocks ------------------------------------------------------------------------------------

struct waiter {
	int thread, holder;
	char lock[128];
	const struct hd_place *place;
	struct locks held;
};

// "thread 1 waits for mutex `table_lock`, held by thread 2 ..."
static bool read_waiter(const struct hd_finding *finding, const char *detail, struct waiter *w)
{
	char kind[32];
	*w = (struct waiter){0};
	if (sscanf(detail, "thread %d waits for %31[a-z -] `%127[^`]`, held by thread %d", &w->thread, kind, w->lock,
		    &w->holder) != 4) {
		return false;
	}
	w->held = held_by(finding, w->thread, finding->trace_count);
	for (size_t i = 0; i < finding->stack_count; i++) {
		if (finding->stacks[i].thread == w->thread) {
			w->place = hd_finding_user_frame(&finding->stacks[i]);
		}
	}
	return w->place != NULL && w->held.count > 0;
}

static void add_waiter(struct hd_str *out, const struct hd_finding *finding, const struct waiter *w)
{
	size_t held = w->held.count - 1; // the newest
	hd_str_addf(out, "thread %d holds %s since ", w->thread, bare(w->held.names[held]));
	add_line(out, &finding->trace[w->held.taken[held]].site, NULL);
	hd_str_addf(out, " and waits for %s at ", bare(w->lock));
	add_line(out, w->place, NULL);
}

static void explain_deadlock(const struct hd_finding *finding, struct hd_str *why, struct hd_str *remedy)
{
	struct waiter waiters[2];
	size_t count = 0;
	for (size_t i = 0; i < finding->details.count && count < 2; i++) {
		count += read_waiter(finding, finding->details.items[i], &waiters[count]);
	}
	if (count < 2 || waiters[0].holder != waiters[1].thread || waiters[1].holder != waiters[0].thread) {
		return;
	}
	add_waiter(why, finding, &waiters[0]);
	hd_str_add(why, ", while ");
	add_waiter(why, finding, &waiters[1]);
	hd_str_add(why, ": each waits for the other");
	add_no_order(why, finding);
	bool alike = strcmp(waiters[0].lock, waiters[1].lock) == 0;
	if (alike) {
		hd_str_addf(remedy, "Both locks are %s: taking two of them in one order everywhere would prevent it.",
			bare(waiters[0].lock));
	} else {
		hd_str_addf(remedy, "Taking %s and %s in the same order in both would prevent it.",
			bare(waiters[1].lock), bare(waiters[0].lock));
	}
}

void hd_explain(const struct hd_finding *finding, struct hd_str *why, struct hd_str *remedy)
{
	if (strcmp(finding->kind, "data-race") == 0) {
		explain_race(finding, why, remedy);
	} else if (strcmp(finding->kind, "deadlock") == 0) {
		explain_deadlock(finding, why, remedy);
	} else if (finding->pattern.step_count == 3) {
		explain_triple(finding, why, remedy);
	}
	bool memory = strcmp(finding->kind, "use-after-free") == 0 || strcmp(finding->kind, "double-free") == 0;
	if (memory && why->length == 0) {
		explain_freed(finding, why, remedy);
	}
	if (why->length > 0 && why->data[0] >= 'a' && why->data[0] <= 'z') {
		why->data[0] = (char)(why->data[0] - 'a' + 'A');
	}
}
