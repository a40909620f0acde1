// SPDX-License-Identifier: Apache-2.0
// A bug shows in many ways: races of several variables, crashes, wrong results of every pair of
// calls. A maintainer wants it once. Effects come before causes (a crash before wrong results
// before a data race), then small tests before large ones. Findings belong together if they are
// about the same variable, or if one method is in all of their tests: the one that lacks
// the lock. Deadlocks are bugs of their own.
#include "cli/ranking.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

static bool is_kind(const struct hd_finding *finding, const char *kind)
{
	return strcmp(finding->kind, kind) == 0;
}

static bool is_about_waiting(const struct hd_finding *finding)
{
	return is_kind(finding, "deadlock") || is_kind(finding, "livelock") || is_kind(finding, "lock-misuse");
}

// The lower the better.
static int effect_of(const struct hd_finding *finding)
{
	if (is_kind(finding, "data-race") || is_kind(finding, "leak")) {
		return 4;
	}
	if (is_kind(finding, "not-linearizable")) {
		return 3;
	}
	return is_kind(finding, "lock-misuse") ? 2 : is_about_waiting(finding) ? 1 : 0;
}

static size_t size_of(const struct hd_finding *finding)
{
	size_t calls = finding->prefix.count;
	for (size_t i = 0; i < finding->thread_count; i++) {
		calls += finding->threads[i].count;
	}
	return calls;
}

static int compare(const struct hd_finding *a, const struct hd_finding *b)
{
	int difference = effect_of(a) - effect_of(b);
	if (difference == 0) {
		difference = (size_of(a) > size_of(b)) - (size_of(a) < size_of(b));
	}
	return difference != 0 ? difference : (a->switches > b->switches) - (a->switches < b->switches);
}

// Stable: what came first stays first.
static void sort(struct hd_finding **findings, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		struct hd_finding *finding = findings[i];
		size_t k = i;
		for (; k > 0 && compare(findings[k - 1], finding) > 0; k--) {
			findings[k] = findings[k - 1];
		}
		findings[k] = finding;
	}
}

static bool calls(const struct hd_finding *finding, const char *function)
{
	for (size_t i = 0; i < finding->functions.count; i++) {
		if (strcmp(finding->functions.items[i], function) == 0) {
			return true;
		}
	}
	return false;
}

static const char *variable_of(const struct hd_finding *finding)
{
	if (finding->cause.site_count > 0) {
		return finding->cause.variable;
	}
	bool race = is_kind(finding, "data-race");
	return race && finding->has_site && finding->site.variable ? finding->site.variable : "";
}

static bool is_same_class(const struct hd_finding *a, const struct hd_finding *b)
{
	return a->class && b->class && strcmp(a->class, b->class) == 0;
}

// The method that most of the findings share that have no group yet; NULL: no two share any.
static const char *most_common(struct hd_finding **findings, size_t count, const size_t *group,
	const struct hd_finding *with)
{
	const char *best = NULL;
	size_t most = 1;
	for (size_t f = 0; f < with->functions.count; f++) {
		size_t common = 0;
		for (size_t i = 0; i < count; i++) {
			common += group[i] == 0 && is_same_class(findings[i], with) &&
				is_about_waiting(findings[i]) == is_about_waiting(with) &&
				calls(findings[i], with->functions.items[f]);
		}
		if (common > most) {
			most = common;
			best = with->functions.items[f];
		}
	}
	return best;
}

static bool belongs(const struct hd_finding *finding, const struct hd_finding *head, const char *method)
{
	const char *variable = variable_of(head);
	if (is_about_waiting(finding) != is_about_waiting(head)) {
		return false;
	}
	if (*variable && strcmp(variable, variable_of(finding)) == 0) {
		return true;
	}
	return method && is_same_class(finding, head) && calls(finding, method);
}

static size_t make_groups(struct hd_finding **findings, size_t count, size_t *group)
{
	size_t groups = 0;
	for (size_t head = 0; head < count; head++) {
		if (group[head] != 0) {
			continue;
		}
		const char *method = most_common(findings, count, group, findings[head]);
		groups++;
		for (size_t i = head; i < count; i++) {
			if (group[i] == 0 && (i == head || belongs(findings[i], findings[head], method))) {
				group[i] = groups;
			}
		}
	}
	return groups;
}

size_t hd_ranking_sort(struct hd_finding **findings, size_t count, bool *heads)
{
	size_t *group = calloc(count + 1, sizeof(*group));
	struct hd_finding **sorted = calloc(count + 1, sizeof(*sorted));
	hd_check(group != NULL && sorted != NULL);
	sort(findings, count);
	size_t groups = make_groups(findings, count, group), n = 0;
	for (size_t g = 1; g <= groups; g++) {
		bool first = true;
		for (size_t i = 0; i < count; i++) {
			if (group[i] == g) {
				heads[n] = first;
				sorted[n++] = findings[i];
				first = false;
			}
		}
	}
	memcpy(findings, sorted, count * sizeof(*findings));
	free(sorted);
	free(group);
	return groups;
}
