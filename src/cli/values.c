// SPDX-License-Identifier: Apache-2.0
#include "cli/values.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/control.h"
#include "base/typo.h"

struct unit {
	const char *name;
	double factor;
};

static const struct {
	const char *name;
	uint32_t mask;
	bool by_default;
} oracles[] = {
#define HD_ORACLE(name, text, on, summary) {text, HD_ORACLE_##name, on},
#include "abi/oracles.def"
#undef HD_ORACLE
};

static const struct {
	const char *name, *summary;
	enum { SAMPLED, BOUNDED, COMPLETE, STORED } space; // abi/schedulers.def
} schedules[] = {
#define HD_SCHEDULER(id, name, space, summary) {name, summary, space},
#include "abi/schedulers.def"
#undef HD_SCHEDULER
};

static const struct {
	const char *name, *summary;
	const char *scheduler; // its own
	enum { PLAIN, FLOW } hooks; // abi/strategies.def
} strategies[] = {
#define HD_STRATEGY(id, name, scheduler, hooks, summary) {name, summary, scheduler, hooks},
#include "abi/strategies.def"
#undef HD_STRATEGY
};

static const struct {
	const char *name;
	bool of_programs;
} metrics[] = {
#define HD_METRIC(id, programs, summary) {#id, programs},
#include "abi/metrics.def"
#undef HD_METRIC
};

static const struct {
	const char *name;
	uint32_t mask;
} prunings[] = {
#define HD_PRUNING(name, text, summary) {text, 1u << HD_PRUNE_##name},
#include "abi/prunings.def"
#undef HD_PRUNING
	{"all", UINT32_MAX},
	{"none", 0},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

bool hd_value_number(const char *text, uint64_t *number)
{
	char *end;
	errno = 0;
	unsigned long long value = strtoull(text, &end, 10);
	*number = value;
	return isdigit((unsigned char)*text) && !*end && errno == 0;
}

static bool parse_with_unit(const char *text, const struct unit *units, uint64_t *result)
{
	char *end;
	errno = 0;
	if (!isdigit((unsigned char)*text)) {
		return false;
	}
	double value = strtod(text, &end);
	if (errno != 0) {
		return false;
	}
	for (; units->name; units++) {
		if (strcmp(end, units->name) == 0) {
			value *= units->factor;
			*result = value < 9e18 ? (uint64_t)value : 0;
			return value < 9e18;
		}
	}
	return false;
}

bool hd_value_time(const char *text, uint64_t *milliseconds)
{
	static const struct unit units[] = {
		{"", 1000},
		{"ms", 1},
		{"s", 1000},
		{"m", 60e3},
		{"min", 60e3},
		{"h", 3600e3},
		{NULL, 0},
	};
	return parse_with_unit(text, units, milliseconds);
}

bool hd_value_size(const char *text, uint64_t *bytes)
{
	static const struct unit units[] = {
		{"", 1},
		{"k", 1 << 10},
		{"K", 1 << 10},
		{"M", 1 << 20},
		{"G", 1 << 30},
		{NULL, 0},
	};
	return parse_with_unit(text, units, bytes);
}

static enum hd_status add_oracle(const char *name, uint32_t *mask, struct hd_error *error)
{
	struct hd_typo typo;
	hd_typo_init(&typo, name);
	for (size_t i = 0; i < COUNT(oracles); i++) {
		if (strcmp(name, "all") == 0) {
			*mask |= oracles[i].mask;
		} else if (strcmp(name, oracles[i].name) == 0) {
			*mask |= oracles[i].mask;
			return HD_OK;
		}
		hd_typo_offer(&typo, oracles[i].name);
	}
	if (strcmp(name, "all") == 0) {
		return HD_OK;
	}
	if (typo.nearest) {
		return hd_fail(error, HD_BAD_INPUT, "unknown oracle '%s'; did you mean '%s'?", name, typo.nearest);
	}
	struct hd_strv names = {0};
	struct hd_str list = {0};
	hd_value_oracle_names(~0u, &names);
	for (size_t i = 0; i < names.count; i++) {
		hd_str_addf(&list, " %s", names.items[i]);
	}
	hd_fail(error, HD_BAD_INPUT, "unknown oracle '%s'; known oracles:%s", name, hd_str_text(&list));
	hd_str_finish(&list);
	hd_strv_finish(&names);
	return HD_BAD_INPUT;
}

enum hd_status hd_value_oracles(const char *text, uint32_t *mask, struct hd_error *error)
{
	// A list that begins by leaving something out leaves it out of the default.
	*mask = *text == '-' ? hd_value_default_oracles() : 0;
	while (*text) {
		size_t length = strcspn(text, ", ");
		if (length > 0) {
			bool without = *text == '-';
			char *name = hd_copy_bytes(text + without, length - without);
			uint32_t named = 0;
			enum hd_status status = add_oracle(name, &named, error);
			*mask = without ? *mask & ~named : *mask | named;
			free(name);
			if (status != HD_OK) {
				return status;
			}
		}
		text += length;
		text += strspn(text, ", ");
	}
	return *mask ? HD_OK : hd_fail(error, HD_BAD_INPUT, "--oracle needs at least one name");
}

static enum hd_status add_pruning(const char *name, uint32_t *mask, struct hd_error *error)
{
	struct hd_typo typo;
	hd_typo_init(&typo, name);
	for (size_t i = 0; i < COUNT(prunings); i++) {
		if (strcmp(name, prunings[i].name) == 0) {
			*mask |= prunings[i].mask;
			return HD_OK;
		}
		hd_typo_offer(&typo, prunings[i].name);
	}
	return hd_fail(error, HD_BAD_INPUT, "unknown pruning strategy '%s'%s%s%s", name,
		typo.nearest ? "; did you mean '" : "; see heddle reproduce --help", typo.nearest ? typo.nearest : "",
		typo.nearest ? "'?" : "");
}

enum hd_status hd_value_prunings(const char *text, uint32_t *mask, struct hd_error *error)
{
	*mask = 0;
	enum hd_status status = *text ? HD_OK : add_pruning(text, mask, error);
	while (*text && status == HD_OK) {
		size_t length = strcspn(text, ", ");
		char *name = hd_copy_bytes(text, length);
		status = add_pruning(name, mask, error);
		free(name);
		text += length;
		text += strspn(text, ", ");
	}
	return status;
}

uint32_t hd_value_default_oracles(void)
{
	uint32_t mask = 0;
	for (size_t i = 0; i < COUNT(oracles); i++) {
		mask |= oracles[i].by_default ? oracles[i].mask : 0;
	}
	return mask;
}

void hd_value_oracle_names(uint32_t mask, struct hd_strv *names)
{
	for (size_t i = 0; i < COUNT(oracles); i++) {
		if (mask & oracles[i].mask) {
			hd_strv_add(names, oracles[i].name);
		}
	}
}

// Replay needs a stored schedule: it has a command of its own.
static bool is_offered(size_t i)
{
	return schedules[i].space != STORED;
}

static enum hd_status unknown_strategy(const char *text, const char *nearest, struct hd_error *error)
{
	if (nearest) {
		return hd_fail(error, HD_BAD_INPUT, "unknown strategy '%s'; did you mean '%s'?", text, nearest);
	}
	return hd_fail(error, HD_BAD_INPUT, "unknown strategy '%s'; see --list-strategies", text);
}

enum hd_status hd_value_schedule(const char *text, struct hd_error *error)
{
	struct hd_typo typo;
	hd_typo_init(&typo, text);
	for (size_t i = 0; i < COUNT(schedules); i++) {
		if (!is_offered(i)) {
			continue;
		}
		if (strcmp(text, schedules[i].name) == 0) {
			return HD_OK;
		}
		hd_typo_offer(&typo, schedules[i].name);
	}
	return unknown_strategy(text, typo.nearest, error);
}

static bool has_space(const char *schedule, int space)
{
	for (size_t i = 0; i < COUNT(schedules); i++) {
		if (strcmp(schedule, schedules[i].name) == 0) {
			return (int)schedules[i].space == space;
		}
	}
	return false;
}

bool hd_value_is_bounded(const char *schedule)
{
	return has_space(schedule, BOUNDED);
}

bool hd_value_is_exhaustive(const char *schedule)
{
	return has_space(schedule, BOUNDED) || has_space(schedule, COMPLETE);
}

const char *hd_value_scheduler_of(const char *strategy)
{
	for (size_t i = 0; i < COUNT(strategies); i++) {
		if (strcmp(strategy, strategies[i].name) == 0) {
			return strategies[i].scheduler;
		}
	}
	return "auto";
}

bool hd_value_needs_flow(const char *strategy)
{
	for (size_t i = 0; i < COUNT(strategies); i++) {
		if (strcmp(strategy, strategies[i].name) == 0) {
			return strategies[i].hooks == FLOW;
		}
	}
	return false;
}

enum hd_status hd_value_strategy(const char *text, struct hd_error *error)
{
	struct hd_typo typo;
	hd_typo_init(&typo, text);
	for (size_t i = 0; i < COUNT(strategies); i++) {
		if (strcmp(text, strategies[i].name) == 0) {
			return HD_OK;
		}
		hd_typo_offer(&typo, strategies[i].name);
	}
	return unknown_strategy(text, typo.nearest, error);
}

void hd_value_print_strategies(void)
{
	for (size_t i = 0; i < COUNT(strategies); i++) {
		printf("%-12s %s\n", strategies[i].name, strategies[i].summary);
	}
}

void hd_value_print_schedules(void)
{
	for (size_t i = 0; i < COUNT(schedules); i++) {
		if (is_offered(i)) {
			printf("%-12s %s\n", schedules[i].name, schedules[i].summary);
		}
	}
}

static enum hd_status unknown_metric(const char *name, bool of_program, struct hd_error *error)
{
	struct hd_str list = {0};
	struct hd_typo typo;
	hd_typo_init(&typo, name);
	for (size_t i = 0; i < COUNT(metrics); i++) {
		if (metrics[i].of_programs || !of_program) {
			hd_typo_offer(&typo, metrics[i].name);
			hd_str_addf(&list, " %s", metrics[i].name);
		}
	}
	if (typo.nearest) {
		hd_fail(error, HD_BAD_INPUT, "unknown metric '%s'; did you mean '%s'?", name, typo.nearest);
	} else {
		hd_fail(error, HD_BAD_INPUT, "unknown metric '%s'; known metrics:%s", name, hd_str_text(&list));
	}
	hd_str_finish(&list);
	return HD_BAD_INPUT;
}

enum hd_status hd_value_metric(const char *text, bool of_program, uint32_t *mask, struct hd_error *error)
{
	enum hd_status status = HD_OK;
	char *name = hd_copy(text);
	for (char *c = name; *c; c++) {
		*c = *c == '-' ? '_' : *c;
	}
	size_t i = 0;
	while (i < COUNT(metrics) && strcmp(name, metrics[i].name) != 0) {
		i++;
	}
	if (i == COUNT(metrics)) {
		status = unknown_metric(text, of_program, error);
	} else if (of_program && !metrics[i].of_programs) {
		status = hd_fail(error, HD_BAD_INPUT, "%s can be measured by heddle test only", name);
	} else {
		*mask |= 1u << i;
	}
	free(name);
	return status;
}
