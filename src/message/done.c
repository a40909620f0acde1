// SPDX-License-Identifier: Apache-2.0
#include "message/done.h"

#include <string.h>

#include "abi/messages.h"
#include "base/json.h"

static void decode_site(struct hd_arena *arena, void *item, const json_t *object)
{
	(void)arena;
	hd_place_decode(item, object);
}

static void decode_lost(struct hd_arena *arena, void *item, const json_t *object)
{
	struct hd_done_lost *lost = item;
	(void)arena;
	lost->kind = hd_json_text(object, HD_TEXT(lost, kind), "?");
	lost->message = hd_json_text(object, HD_TEXT(lost, message), "");
	lost->why = hd_json_text(object, HD_TEXT(lost, why), "");
	lost->times = hd_json_int(object, HD_NUMBER(lost, times), 1);
	lost->has_site = hd_place_decode(&lost->site, json_object_get(object, HD_OBJECT_AT(lost, site)));
}

static void decode_growth(struct hd_arena *arena, void *item, const json_t *object)
{
	struct hd_done_growth *growth = item;
	(void)arena;
	growth->metric = hd_json_text(object, HD_TEXT(growth, metric), "");
	growth->executions = hd_json_int(object, HD_NUMBER(growth, executions), 0);
	growth->seconds = hd_json_real(object, HD_REAL(growth, seconds), 0);
	growth->covered = hd_json_int(object, HD_NUMBER(growth, covered), 0);
}

static void decode_learned(struct hd_arena *arena, void *item, const json_t *object)
{
	struct hd_done_learned *learned = item;
	(void)arena;
	learned->function = hd_json_text(object, HD_TEXT(learned, function), "?");
	learned->text = hd_json_text(object, HD_TEXT(learned, text), "?");
	learned->used = !json_is_false(json_object_get(object, HD_FLAG(learned, used)));
}

static void decode_pair(struct hd_arena *arena, void *item, const json_t *object)
{
	struct hd_done_pair *pair = item;
	(void)arena;
	pair->class = hd_json_text(object, HD_TEXT(pair, class), NULL);
	pair->a = hd_json_text(object, HD_TEXT(pair, a), "");
	pair->b = hd_json_text(object, HD_TEXT(pair, b), "");
	pair->tried = hd_json_int(object, HD_NUMBER(pair, tried), 0);
	pair->covered = hd_json_int(object, HD_NUMBER(pair, covered), 0);
	pair->score = hd_json_int(object, HD_NUMBER(pair, score), 0);
}

static void decode_sync_pair(struct hd_arena *arena, void *item, const json_t *object)
{
	struct hd_done_sync_pair *pair = item;
	(void)arena;
	hd_place_decode(&pair->first, json_object_get(object, HD_OBJECT_AT(sync_pair, first)));
	hd_place_decode(&pair->second, json_object_get(object, HD_OBJECT_AT(sync_pair, second)));
	pair->estimated = json_is_true(json_object_get(object, HD_FLAG(sync_pair, estimated)));
	pair->covered = json_is_true(json_object_get(object, HD_FLAG(sync_pair, covered)));
}

static void decode_contract(struct hd_arena *arena, void *item, const json_t *object)
{
	struct hd_done_contract *contract = item;
	(void)arena;
	contract->class = hd_json_text(object, HD_TEXT(contract, class), "?");
	contract->contract = hd_json_text(object, HD_TEXT(contract, contract), "?");
	contract->why = hd_json_text(object, HD_TEXT(contract, why), "");
	contract->tested = json_is_true(json_object_get(object, HD_FLAG(contract, tested)));
	contract->problem = hd_json_text(object, HD_TEXT(contract, problem), NULL);
	contract->unprotected = hd_json_int(object, HD_NUMBER(contract, unprotected), 0);
}

static void decode_variable(struct hd_arena *arena, void *item, const json_t *object)
{
	struct hd_done_variable *variable = item;
	variable->name = hd_json_text(object, HD_TEXT(variable, name), "?");
	variable->reads = hd_list_decode(arena, hd_json_array(object, HD_LIST(variable, reads)),
		sizeof(*variable->reads), &variable->read_count, decode_site);
	variable->writes = hd_list_decode(arena, hd_json_array(object, HD_LIST(variable, writes)),
		sizeof(*variable->writes), &variable->write_count, decode_site);
	variable->readers = hd_texts_decode(arena, hd_json_array(object, HD_LIST(variable, readers)));
	variable->writers = hd_texts_decode(arena, hd_json_array(object, HD_LIST(variable, writers)));
}

static void decode_class(struct hd_arena *arena, void *item, const json_t *object)
{
	struct hd_done_class *class = item;
	class->name = hd_json_text(object, HD_TEXT(model, class), "?");
	class->total = hd_json_int(object, HD_NUMBER(model, total), 0);
	class->feasible = hd_json_int(object, HD_NUMBER(model, feasible), 0);
	class->variables = hd_list_decode(arena, hd_json_array(object, HD_LIST(model, variables)),
		sizeof(*class->variables), &class->variable_count, decode_variable);
}

static void decode_metrics(struct hd_done *done)
{
	const char *name;
	json_t *value;
	json_object_foreach(hd_json_object(done->message, HD_OBJECT_AT(done, coverage)), name, value) {
		done->metrics = hd_arena_grow(&done->arena, done->metrics, done->metric_count, sizeof(*done->metrics));
		done->metrics[done->metric_count++] = (struct hd_done_metric){
			.name = name,
			.covered = hd_json_int(value, HD_NUMBER(metric, covered), 0),
			.total = hd_json_int(value, HD_NUMBER(metric, total), -1),
			.estimated = hd_json_int(value, HD_NUMBER(metric, estimated), 0),
			.false_positives = hd_json_int(value, HD_NUMBER(metric, false_positives), 0),
			.false_negatives = hd_json_int(value, HD_NUMBER(metric, false_negatives), 0),
			.feasible = hd_json_int(value, HD_NUMBER(metric, feasible), 0),
			.forbidden = hd_json_int(value, HD_NUMBER(metric, forbidden), 0),
			.goal_pairs = hd_json_int(value, HD_NUMBER(metric, goal_pairs), 0),
			.goal_pairs_covered = hd_json_int(value, HD_NUMBER(metric, goal_pairs_covered), 0),
			.partial_goals = hd_json_int(value, HD_NUMBER(metric, partial_goals), 0),
			.partial_goals_covered = hd_json_int(value, HD_NUMBER(metric, partial_goals_covered), 0),
			.lock_sites = hd_json_int(value, HD_NUMBER(metric, lock_sites), 0),
			.lock_sites_blocked = hd_json_int(value, HD_NUMBER(metric, lock_sites_blocked), 0),
		};
	}
}

static void decode_calls(struct hd_arena *arena, void *item, const json_t *array)
{
	*(struct hd_texts *)item = hd_texts_decode(arena, array);
}

static void decode_near(struct hd_arena *arena, void *item, const json_t *object)
{
	struct hd_done_near *near = item;
	near->prefix = hd_texts_decode(arena, hd_json_array(object, HD_LIST(near, prefix)));
	near->threads = hd_list_decode(arena, hd_json_array(object, HD_LIST(near, threads)), sizeof(*near->threads),
		&near->thread_count, decode_calls);
	near->kind = hd_json_text(object, HD_TEXT(near, kind), NULL);
	near->match = hd_json_text(object, HD_TEXT(near, match), "none");
}

static void decode_reproduction(struct hd_done *done)
{
	const json_t *object = json_object_get(done->message, HD_OBJECT_AT(done, reproduction));
	struct hd_done_reproduction *r = &done->reproduction;
	if (!json_is_object(object)) {
		return;
	}
	*r = (struct hd_done_reproduction){
		.any = true,
		.method = hd_json_text(object, HD_TEXT(reproduction, method), NULL),
		.missing = hd_json_text(object, HD_TEXT(reproduction, missing), NULL),
		.depth = hd_json_int(object, HD_NUMBER(reproduction, depth), 0),
		.prefixes = hd_json_int(object, HD_NUMBER(reproduction, prefixes), 0),
		.combinations = hd_json_int(object, HD_NUMBER(reproduction, combinations), 0),
		.explored = hd_json_int(object, HD_NUMBER(reproduction, explored), 0),
		.sampled = hd_json_int(object, HD_NUMBER(reproduction, sampled), 0),
		.exception = hd_json_int(object, HD_NUMBER(reproduction, exception), 0),
		.stack = hd_json_int(object, HD_NUMBER(reproduction, stack), 0),
		.redundant = hd_json_int(object, HD_NUMBER(reproduction, redundant), 0),
		.interfere = hd_json_int(object, HD_NUMBER(reproduction, interfere), 0),
		.interleave = hd_json_int(object, HD_NUMBER(reproduction, interleave), 0),
		.reached = hd_json_int(object, HD_NUMBER(reproduction, reached), 0),
		.relaxed = hd_json_int(object, HD_NUMBER(reproduction, relaxed), 0),
		.calls = hd_json_int(object, HD_NUMBER(reproduction, calls), 0),
	};
	r->has_point = hd_place_decode(&r->point, json_object_get(object, HD_OBJECT_AT(reproduction, point)));
	r->nearest = hd_list_decode(&done->arena, hd_json_array(object, HD_LIST(reproduction, nearest)),
		sizeof(*r->nearest), &r->nearest_count, decode_near);
}

#define DECODE_LIST(key, items, count, decode) \
	(done->items = hd_list_decode(&done->arena, hd_json_array(done->message, HD_LIST(done, key)), \
		 sizeof(*done->items), &done->count, decode))

static void decode_lists(struct hd_done *done)
{
	decode_metrics(done);
	decode_reproduction(done);
	DECODE_LIST(lost, lost, lost_count, decode_lost);
	DECODE_LIST(growth, growth, growth_count, decode_growth);
	DECODE_LIST(learned, learned, learned_count, decode_learned);
	DECODE_LIST(contracts, contracts, contract_count, decode_contract);
	DECODE_LIST(pairs, pairs, pair_count, decode_pair);
	DECODE_LIST(sync_pairs, sync_pairs, sync_pair_count, decode_sync_pair);
	DECODE_LIST(model, model, model_count, decode_class);
}

static uint64_t count_of(const json_t *message, const char *key)
{
	return (uint64_t)hd_json_int(message, key, 0);
}

void hd_done_init(struct hd_done *done, const json_t *message)
{
	*done = (struct hd_done){
		.message = json_incref((json_t *)message),
		.reason = hd_json_text(message, HD_TEXT(done, reason), "error"),
		.executions = count_of(message, HD_NUMBER(done, executions)),
		.blocked = count_of(message, HD_NUMBER(done, blocked)),
		.traces = count_of(message, HD_NUMBER(done, traces)),
		.cut_off = count_of(message, HD_NUMBER(done, cut_off)),
		.hung = count_of(message, HD_NUMBER(done, hung)),
		.ignored = count_of(message, HD_NUMBER(done, ignored)),
		.steps = count_of(message, HD_NUMBER(done, steps)),
		.violations = count_of(message, HD_NUMBER(done, violations)),
		.seconds = hd_json_real(message, HD_REAL(done, seconds), 0),
		.unconfirmed = hd_json_int(message, HD_NUMBER(done, unconfirmed), 0),
		.leaked = hd_json_int(message, HD_NUMBER(done, leaked), 0),
		.isolated = json_is_true(json_object_get(message, HD_FLAG(done, isolated))),
		.deaths = hd_json_int(message, HD_NUMBER(done, deaths), 0),
		.death = hd_json_text(message, HD_TEXT(done, death), "?"),
		.functions = hd_json_int(message, HD_NUMBER(done, functions), 0),
		.uninstrumented = hd_json_int(message, HD_NUMBER(done, uninstrumented), 0),
		.declared = hd_json_int(message, HD_NUMBER(done, declared), 0),
		.tested = hd_json_int(message, HD_NUMBER(done, tested), 0),
		.tests = hd_json_int(message, HD_NUMBER(done, tests), 0),
		.searched = hd_json_int(message, HD_NUMBER(done, searched), 0),
	};
	decode_lists(done);
}

void hd_done_finish(struct hd_done *done)
{
	json_decref(done->message);
	hd_arena_finish(&done->arena);
	*done = (struct hd_done){0};
}

const struct hd_done_metric *hd_done_metric(const struct hd_done *done, const char *name)
{
	for (size_t i = 0; i < done->metric_count; i++) {
		if (strcmp(done->metrics[i].name, name) == 0) {
			return &done->metrics[i];
		}
	}
	return NULL;
}

void hd_done_set_covered(struct hd_done *done, const char *metric, int64_t covered)
{
	json_t *coverage = json_object_get(done->message, HD_OBJECT_AT(done, coverage));
	for (size_t i = 0; i < done->metric_count; i++) {
		if (strcmp(done->metrics[i].name, metric) == 0 && covered > done->metrics[i].covered) {
			done->metrics[i].covered = covered;
			json_object_set_new(json_object_get(coverage, metric), HD_NUMBER(metric, covered),
				json_integer(covered));
		}
	}
}

void hd_done_pass_on(const struct hd_done *done, json_t *object)
{
	const char *const keys[] = {
		HD_NUMBER(done, functions),
		HD_NUMBER(done, uninstrumented),
		HD_NUMBER(done, declared),
		HD_NUMBER(done, tested),
		HD_LIST(done, pairs),
		HD_LIST(done, learned),
		HD_LIST(done, contracts),
		HD_NUMBER(done, searched),
		HD_NUMBER(done, illegal),
		HD_NUMBER(done, linearizations),
		HD_LIST(done, sync_pairs),
		HD_LIST(done, race_pairs),
		HD_LIST(done, sync_rules),
		HD_LIST(done, growth),
		HD_NUMBER(done, ignored),
		HD_NUMBER(done, unconfirmed),
		HD_LIST(done, lost),
		HD_NUMBER(done, leaked),
		HD_FLAG(done, isolated),
		HD_NUMBER(done, deaths),
		HD_OBJECT_AT(done, reproduction),
	};
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		json_t *value = json_object_get(done->message, keys[i]);
		if (value) {
			json_object_set(object, keys[i], value);
		}
	}
}

void hd_done_pass_on_metrics(const struct hd_done *done, json_t *object)
{
	const char *name;
	json_t *value;
	json_object_foreach(hd_json_object(done->message, HD_OBJECT_AT(done, coverage)), name, value) {
		json_t *metric = json_copy(value);
		if (!json_object_get(metric, HD_NUMBER(metric, total))) {
			json_object_set_new(metric, HD_NUMBER(metric, total), json_null());
		}
		json_object_set_new(object, name, metric);
	}
}

const json_t *hd_done_model_json(const struct hd_done *done)
{
	return hd_json_array(done->message, HD_LIST(done, model));
}
