// SPDX-License-Identifier: Apache-2.0
// The keys of hints: one table for the hints file and for comments.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api/model.h"
#include "base/str.h"
#include "base/typo.h"

// Where a value goes and what to say when it is wrong.
struct target {
	struct hd_api_model *model;
	struct hd_hint *hint;
	const struct hd_raw_function *function; // NULL: many
	struct hd_param_hint *param;            // of keys param.NAME.*
	const char *key, *value, *place;
	struct hd_error *error;
};

typedef enum hd_status setter(const struct target *target);

static enum hd_status bad_value(const struct target *target, const char *wanted)
{
	return hd_fail(target->error, HD_BAD_INPUT, "%s: %s expects %s, not '%s'", target->place, target->key, wanted,
		target->value);
}

static bool is_yes(const char *value)
{
	return strcmp(value, "yes") == 0 || strcmp(value, "true") == 0 || strcmp(value, "1") == 0;
}

static bool is_no(const char *value)
{
	return strcmp(value, "no") == 0 || strcmp(value, "false") == 0 || strcmp(value, "0") == 0;
}

static enum hd_status take_flag(const struct target *target, bool *flag)
{
	*flag = is_yes(target->value);
	return *flag || is_no(target->value) ? HD_OK : bad_value(target, "yes or no");
}

static enum hd_status set_weak(const struct target *target)
{
	return take_flag(target, &target->hint->weak);
}

static enum hd_status set_blocking(const struct target *target)
{
	return take_flag(target, &target->hint->blocking);
}

// yes, no, or a reason of one's own.
static const char *reason(const struct target *target, const char *by_default)
{
	if (is_no(target->value)) {
		return NULL;
	}
	const char *text = is_yes(target->value) || !*target->value ? by_default : target->value;
	return hd_arena_format(&target->model->arena, "%s (%s)", text, target->place);
}

static enum hd_status set_exclude(const struct target *target)
{
	target->hint->exclude = reason(target, "excluded by a hint");
	return HD_OK;
}

static enum hd_status set_unsafe(const struct target *target)
{
	target->hint->unsafe = reason(target, "not thread-safe according to a hint");
	return HD_OK;
}

static enum hd_status set_class(const struct target *target)
{
	target->hint->class = hd_arena_copy(&target->model->arena, target->value);
	return HD_OK;
}

static enum hd_status unknown_word(const struct target *target, const char *what, const char *nearest)
{
	if (nearest) {
		return hd_fail(target->error, HD_BAD_INPUT, "%s: unknown %s '%s'; did you mean '%s'?", target->place,
			what, target->value, nearest);
	}
	return hd_fail(target->error, HD_BAD_INPUT, "%s: unknown %s '%s'", target->place, what, target->value);
}

static enum hd_status set_role(const struct target *target)
{
	const char *nearest;
	target->hint->role = hd_role_by_name(target->value, &nearest);
	return target->hint->role < 0 ? unknown_word(target, "role", nearest) : HD_OK;
}

static enum hd_status set_contract(const struct target *target)
{
	const char *nearest;
	int contract = hd_contract_by_name(target->value, &nearest);
	target->hint->contract = contract < 0 ? 0 : contract;
	return contract < 0 ? unknown_word(target, "contract", nearest) : HD_OK;
}

static enum hd_status set_kind(const struct target *target)
{
	const char *nearest;
	target->param->kind = hd_kind_by_name(target->value, &nearest);
	return target->param->kind < 0 ? unknown_word(target, "kind", nearest) : HD_OK;
}

static enum hd_status set_length_of(const struct target *target)
{
	target->param->length_of = hd_arena_copy(&target->model->arena, target->value);
	if (hd_param_by_name(target->function, target->value) < target->function->nparams) {
		return HD_OK;
	}
	return unknown_word(target, "parameter", NULL);
}

static bool take_integer(const char **text, int64_t *number)
{
	char *end;
	errno = 0;
	*number = strtoll(*text, &end, 0);
	bool good = end != *text && errno == 0;
	*text = end + strspn(end, " \t");
	return good;
}

static enum hd_status set_range(const struct target *target)
{
	struct hd_param_hint *param = target->param;
	const char *text = target->value;
	if (!take_integer(&text, &param->low) || strncmp(text, "..", 2) != 0) {
		return bad_value(target, "LOW..HIGH");
	}
	text += 2;
	param->has_range = take_integer(&text, &param->high) && !*text && param->low <= param->high;
	return param->has_range ? HD_OK : bad_value(target, "LOW..HIGH");
}

static enum hd_status set_values(const struct target *target)
{
	struct hd_param_hint *param = target->param;
	struct hd_arena *arena = &target->model->arena;
	const char *text = target->value;
	int64_t number;
	param->nvalues = 0;
	do {
		text += strspn(text, " \t,");
		if (!take_integer(&text, &number) || (*text && *text != ',')) {
			return bad_value(target, "integers separated by commas");
		}
		param->values = hd_arena_grow(arena, param->values, param->nvalues, sizeof(*param->values));
		param->values[param->nvalues++] = (struct hd_api_enumerator){
			.name = hd_arena_format(arena, "%lld", (long long)number),
			.value = number,
		};
	} while (*text);
	return HD_OK;
}

struct key {
	const char *name;
	setter *set;
	bool many; // also for classes and [*]
};

static const struct key keys[] = {
	{"exclude", set_exclude, true},
	{"not-thread-safe", set_unsafe, true},
	{"weak", set_weak, true},
	{"blocking", set_blocking, true},
	{"contract", set_contract, true},
	{"role", set_role, false},
	{"class", set_class, false},
};

static const struct key param_keys[] = {
	{"kind", set_kind, false},
	{"range", set_range, false},
	{"length-of", set_length_of, false},
	{"values", set_values, false},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static enum hd_status set_by_table(const struct target *target, const struct key *table, size_t count, const char *name)
{
	struct hd_typo typo;
	hd_typo_init(&typo, name);
	for (size_t i = 0; i < count; i++) {
		if (strcmp(table[i].name, name) == 0) {
			if (!target->function && !table[i].many) {
				return hd_fail(target->error, HD_BAD_INPUT,
					"%s: '%s' is a hint for single functions only", target->place, name);
			}
			return table[i].set(target);
		}
		hd_typo_offer(&typo, table[i].name);
	}
	hd_typo_offer(&typo, "setup"); // code.c
	hd_typo_offer(&typo, "constructor");
	if (hd_code_is_key(name)) {
		return hd_fail(target->error, HD_BAD_INPUT, "%s: '%s' is not a hint for functions", target->place,
			name);
	}
	if (typo.nearest) {
		return hd_fail(target->error, HD_BAD_INPUT, "%s: unknown hint '%s'; did you mean '%s'?", target->place,
			name, typo.nearest);
	}
	return hd_fail(target->error, HD_BAD_INPUT, "%s: unknown hint '%s'", target->place, name);
}

static struct hd_param_hint *param_hint(const struct target *target, const char *name)
{
	struct hd_hint *hint = target->hint;
	for (size_t i = 0; i < hint->nparams; i++) {
		if (strcmp(hint->params[i].param, name) == 0) {
			return &hint->params[i];
		}
	}
	hint->params = hd_arena_grow(&target->model->arena, hint->params, hint->nparams, sizeof(*hint->params));
	hint->params[hint->nparams] = (struct hd_param_hint){
		.param = hd_arena_copy(&target->model->arena, name),
		.kind = -1,
	};
	return &hint->params[hint->nparams++];
}

size_t hd_param_by_name(const struct hd_raw_function *function, const char *name)
{
	for (size_t i = 0; i < function->nparams; i++) {
		if (*name && strcmp(function->params[i].name, name) == 0) {
			return i;
		}
	}
	unsigned long number = strtoul(name, NULL, 10);
	return number >= 1 && number <= function->nparams ? number - 1 : function->nparams;
}

static enum hd_status unknown_param(const struct target *target, const char *name)
{
	struct hd_typo typo;
	hd_typo_init(&typo, name);
	for (size_t i = 0; i < target->function->nparams; i++) {
		hd_typo_offer(&typo, target->function->params[i].name);
	}
	return hd_fail(target->error, HD_BAD_INPUT, "%s: %s has no parameter '%s'%s%s%s", target->place,
		target->function->name, name, typo.nearest ? "; did you mean '" : "", typo.nearest ? typo.nearest : "",
		typo.nearest ? "'?" : "");
}

// param.NAME.KEY
static enum hd_status set_param(struct target *target, const char *rest)
{
	const char *dot = strrchr(rest, '.');
	if (!dot) {
		return hd_fail(target->error, HD_BAD_INPUT, "%s: '%s' must be param.NAME.HINT", target->place,
			target->key);
	}
	if (!target->function) {
		return hd_fail(target->error, HD_BAD_INPUT, "%s: '%s' is a hint for single functions only",
			target->place, target->key);
	}
	char *name = hd_copy_bytes(rest, (size_t)(dot - rest));
	enum hd_status status;
	if (hd_param_by_name(target->function, name) < target->function->nparams) {
		target->param = param_hint(target, name);
		status = set_by_table(target, param_keys, COUNT(param_keys), dot + 1);
	} else {
		status = unknown_param(target, name);
	}
	free(name);
	return status;
}

enum hd_status hd_hint_set(struct hd_api_model *model, struct hd_hint *hint, const struct hd_raw_function *function,
	const char *key, const char *value, const char *place, struct hd_error *error)
{
	struct target target = {
		.model = model,
		.hint = hint,
		.function = function,
		.key = key,
		.value = value,
		.place = place,
		.error = error,
	};
	if (strncmp(key, "param.", 6) == 0) {
		return set_param(&target, key + 6);
	}
	return set_by_table(&target, keys, COUNT(keys), key);
}

const struct hd_param_hint *hd_hint_param(const struct hd_raw_function *function, size_t index)
{
	for (size_t i = 0; i < function->hint.nparams; i++) {
		if (hd_param_by_name(function, function->hint.params[i].param) == index) {
			return &function->hint.params[i];
		}
	}
	return NULL;
}
