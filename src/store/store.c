// SPDX-License-Identifier: Apache-2.0
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/path.h"
#include "store/store_internal.h"

// Marks the file as ours ("hedd"), see PRAGMA application_id.
#define APPLICATION_ID 0x68656464

static const char schema[] =
#include "store/schema.sql.h"
	;

enum hd_status hd_store_fail(struct hd_store *store, struct hd_error *error)
{
	int code = sqlite3_errcode(store->db);
	if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT) {
		return hd_fail(error, HD_BAD_INPUT,
			"'%s' is damaged or not a heddle database; move it away or choose another --out", store->path);
	}
	return hd_fail(error, HD_BAD_INPUT, "'%s': %s", store->path, sqlite3_errmsg(store->db));
}

enum hd_status hd_store_execute(struct hd_store *store, const char *sql, struct hd_error *error)
{
	return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ? HD_OK : hd_store_fail(store, error);
}

enum hd_status hd_store_integer(struct hd_store *store, const char *sql, int64_t *result, struct hd_error *error)
{
	sqlite3_stmt *statement;
	if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) != SQLITE_OK) {
		return hd_store_fail(store, error);
	}
	enum hd_status status = HD_OK;
	if (sqlite3_step(statement) == SQLITE_ROW) {
		*result = sqlite3_column_int64(statement, 0);
	} else {
		status = hd_store_fail(store, error);
	}
	sqlite3_finalize(statement);
	return status;
}

static void bind(sqlite3_stmt *statement, int index, const struct hd_store_value *value)
{
	switch (value->type) {
	case HD_STORE_TEXT:
		sqlite3_bind_text(statement, index, value->text, -1, SQLITE_TRANSIENT);
		break;
	case HD_STORE_INTEGER:
		sqlite3_bind_int64(statement, index, value->integer);
		break;
	case HD_STORE_REAL:
		sqlite3_bind_double(statement, index, value->real);
		break;
	case HD_STORE_NOTHING:
		sqlite3_bind_null(statement, index);
		break;
	}
}

static bool run_statement(sqlite3_stmt *statement, const struct hd_store_value *values, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		bind(statement, (int)i + 1, &values[i]);
	}
	return sqlite3_step(statement) == SQLITE_DONE;
}

enum hd_status hd_store_write(struct hd_store *store, const char *sql, const struct hd_store_value *values,
	size_t count, struct hd_error *error)
{
	sqlite3_stmt *statement;
	if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) != SQLITE_OK) {
		return hd_store_fail(store, error);
	}
	enum hd_status status = run_statement(statement, values, count) ? HD_OK : hd_store_fail(store, error);
	sqlite3_finalize(statement);
	return status;
}

enum hd_status hd_store_copy(struct hd_store *store, const char *into, sqlite3 *from, struct hd_error *error)
{
	enum { ALL_PAGES = -1 };
	sqlite3_backup *backup = sqlite3_backup_init(store->db, into, from, "main");
	if (!backup) {
		return hd_store_fail(store, error);
	}
	int pages = sqlite3_backup_step(backup, ALL_PAGES), end = sqlite3_backup_finish(backup);
	return pages == SQLITE_DONE && end == SQLITE_OK
		? HD_OK
		: hd_fail(error, HD_BAD_INPUT, "'%s' cannot be read: %s", store->path, sqlite3_errstr(pages));
}

enum hd_status hd_store_mark(struct hd_store *store, struct hd_error *error)
{
	char *sql = hd_format("PRAGMA application_id = %d;\nPRAGMA user_version = %d;\n", APPLICATION_ID,
		HD_STORE_VERSION);
	enum hd_status status = hd_store_execute(store, sql, error);
	free(sql);
	return status;
}

static enum hd_status create_tables(struct hd_store *store, struct hd_error *error)
{
	enum hd_status status;
	if ((status = hd_store_execute(store, "BEGIN", error)) != HD_OK ||
		(status = hd_store_execute(store, schema, error)) != HD_OK ||
		(status = hd_store_mark(store, error)) != HD_OK) {
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
		return status;
	}
	return hd_store_execute(store, "COMMIT", error);
}

// The file stays as it is: what is read is a copy of it, of today's version.
static enum hd_status upgrade_copy(struct hd_store *store, struct hd_error *error)
{
	sqlite3 *file = store->db;
	store->db = NULL;
	// Without a name: temporary, in memory as long as it is small.
	enum hd_status status = sqlite3_open("", &store->db) == SQLITE_OK ? hd_store_copy(store, "main", file, error)
									  : hd_store_fail(store, error);
	sqlite3_close(file);
	return status == HD_OK ? hd_store_upgrade(store, error) : status;
}

static enum hd_status check_version(struct hd_store *store, bool create, struct hd_error *error)
{
	int64_t tables = 0, application = 0, version = 0;
	enum hd_status status;
	if ((status = hd_store_integer(store, "SELECT count(*) FROM sqlite_master", &tables, error)) ||
		(status = hd_store_integer(store, "PRAGMA application_id", &application, error)) ||
		(status = hd_store_integer(store, "PRAGMA user_version", &version, error))) {
		return status;
	}
	if (tables == 0 && create) {
		return create_tables(store, error);
	}
	if (application != APPLICATION_ID) {
		return hd_fail(error, HD_BAD_INPUT,
			"'%s' is not a heddle database; move it away or choose another --out", store->path);
	}
	if (version < 1 || version > HD_STORE_VERSION) {
		return hd_fail(error, HD_BAD_INPUT,
			"'%s' has format version %lld, but this heddle knows versions up to %d; move "
			"it away or choose another --out",
			store->path, (long long)version, HD_STORE_VERSION);
	}
	if (version == HD_STORE_VERSION) {
		return HD_OK;
	}
	return create ? hd_store_upgrade(store, error) : upgrade_copy(store, error);
}

// Another heddle is writing; that takes a moment, unless it is stopped.
static int wait_for_lock(void *context, int times)
{
	enum { PAUSE_MS = 20, LONGEST_MS = 10 * 1000 };
	(void)context;
	sqlite3_sleep(PAUSE_MS);
	return times < LONGEST_MS / PAUSE_MS && hd_interrupt_count() == 0;
}

static enum hd_status open_database(struct hd_store *store, bool create, struct hd_error *error)
{
	int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
	if (sqlite3_open_v2(store->path, &store->db, flags, NULL) != SQLITE_OK) {
		return hd_store_fail(store, error);
	}
	sqlite3_busy_handler(store->db, wait_for_lock, NULL);
	// The file may be anybody's: only tables are of use, and nothing in it is run.
	sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(store->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
	sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	// A power cut may cost the last rows, never the file; other crashes cost nothing.
	enum hd_status status = hd_store_execute(store, "PRAGMA synchronous = OFF", error);
	return status == HD_OK ? check_version(store, create, error) : status;
}

enum hd_status hd_store_open(struct hd_store **result, const char *directory, bool create, struct hd_error *error)
{
	enum hd_status status;
	*result = NULL;
	if (create && (status = hd_path_make(directory, error)) != HD_OK) {
		return status;
	}
	struct hd_store *store = calloc(1, sizeof(*store));
	hd_check(store != NULL);
	store->path = hd_path_join(directory, HD_STORE_FILE);
	if (!create && !hd_path_exists(store->path)) {
		status = hd_fail(error, HD_BAD_INPUT, "no " HD_STORE_FILE " in '%s': nothing to report", directory);
	} else {
		status = open_database(store, create, error);
	}
	if (status != HD_OK) {
		hd_store_close(store);
		return status;
	}
	*result = store;
	return HD_OK;
}

void hd_store_close(struct hd_store *store)
{
	if (store) {
		sqlite3_close(store->db);
		free(store->path);
		free(store);
	}
}

enum hd_status hd_store_begin(struct hd_store *store, const struct hd_store_campaign *campaign, int64_t *id,
	struct hd_error *error)
{
	char *arguments = json_dumps(campaign->arguments, JSON_COMPACT);
	const struct hd_store_value values[] = {
		TEXT_OF(campaign->code ? campaign->code : ""),
		TEXT_OF(campaign->command),
		TEXT_OF(campaign->version),
		TEXT_OF(arguments),
		TEXT_OF(campaign->class),
		TEXT_OF(campaign->strategy),
		INTEGER_OF(campaign->seed),
	};
	enum hd_status status = hd_store_write(store,
		"INSERT INTO campaigns (uid, code, command, version, started, arguments, class, strategy, seed)"
		" VALUES (lower(hex(randomblob(16))), ?1, ?2, ?3, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?4, ?5, ?6, ?7)",
		values, COUNT(values), error);
	*id = sqlite3_last_insert_rowid(store->db);
	free(arguments);
	return status;
}

enum hd_status hd_store_end(struct hd_store *store, int64_t id, const struct hd_store_result *result,
	struct hd_error *error)
{
	const struct hd_store_value values[] = {
		TEXT_OF(result->reason),
		REAL_OF(result->seconds),
		INTEGER_OF(result->tests),
		INTEGER_OF(result->executions),
		INTEGER_OF(result->blocked),
		INTEGER_OF(result->traces),
		INTEGER_OF(result->cut_off),
		INTEGER_OF(result->steps),
		INTEGER_OF(id),
	};
	return hd_store_write(store,
		"UPDATE campaigns SET reason = ?1, seconds = ?2, tests = ?3, executions = ?4, blocked = ?5,"
		" traces = ?6, cut_off = ?7, steps = ?8 WHERE id = ?9",
		values, COUNT(values), error);
}

enum hd_status hd_store_add_finding(struct hd_store *store, int64_t campaign, const struct hd_finding *finding,
	struct hd_error *error)
{
	const struct hd_place *location = &finding->location;
	int64_t pattern = finding->pattern.type;
	const struct hd_store_value values[] = {
		TEXT_OF(finding->id),
		INTEGER_OF(campaign),
		TEXT_OF(finding->kind),
		TEXT_OF(finding->message),
		TEXT_OF(finding->class),
		TEXT_OF(location->file),
		INTEGER_OF(location->line),
		TEXT_OF(location->function),
		INTEGER_OF(finding->switches),
		INTEGER_OF(finding->executions_to_find),
		REAL_OF(finding->seconds_to_find),
		TEXT_OF(finding->hash),
		TEXT_OF(finding->dir),
		{.type = pattern > 0 ? HD_STORE_INTEGER : HD_STORE_NOTHING, .integer = pattern},
	};
	return hd_store_write(store,
		"INSERT OR REPLACE INTO findings (id, campaign, kind, message, class, file, line, function,"
		" switches, executions_to_find, seconds_to_find, hash, dir, pattern)"
		" VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
		values, COUNT(values), error);
}

enum hd_status hd_store_add_coverage(struct hd_store *store, int64_t campaign, const struct hd_store_coverage *coverage,
	struct hd_error *error)
{
	const struct hd_store_value values[] = {
		INTEGER_OF(campaign),
		INTEGER_OF(coverage->executions),
		REAL_OF(coverage->seconds),
		TEXT_OF(coverage->metric),
		INTEGER_OF(coverage->covered),
		{.type = coverage->total < 0 ? HD_STORE_NOTHING : HD_STORE_INTEGER, .integer = coverage->total},
	};
	return hd_store_write(store,
		"INSERT INTO coverage (campaign, executions, seconds, metric, covered, total)"
		" VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
		values, COUNT(values), error);
}

// What rows of one kind belong to.
struct owner {
	int64_t campaign;
	const char *code, *metric;
};

enum { MOST_VALUES = 8 };

// The values of the i-th row, in the order of the statement; how many there are.
typedef size_t row_fn(struct hd_store_value *values, const struct owner *owner, const void *items, size_t i);

static enum hd_status add_each(struct hd_store *store, sqlite3_stmt *statement, const struct owner *owner,
	const void *items, size_t count, row_fn *row, struct hd_error *error)
{
	for (size_t i = 0; i < count; i++) {
		struct hd_store_value values[MOST_VALUES];
		if (!run_statement(statement, values, row(values, owner, items, i))) {
			return hd_store_fail(store, error);
		}
		sqlite3_reset(statement);
	}
	return HD_OK;
}

// All rows or, after a failure, none.
static enum hd_status add_rows(struct hd_store *store, const char *sql, const struct owner *owner, const void *items,
	size_t count, row_fn *row, struct hd_error *error)
{
	sqlite3_stmt *statement;
	if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) != SQLITE_OK) {
		return hd_store_fail(store, error);
	}
	enum hd_status status = hd_store_execute(store, "BEGIN", error);
	if (status == HD_OK) {
		status = add_each(store, statement, owner, items, count, row, error);
		sqlite3_reset(statement);
		if (status != HD_OK || (status = hd_store_execute(store, "COMMIT", error)) != HD_OK) {
			sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
		}
	}
	sqlite3_finalize(statement);
	return status;
}

#define ROW(values, ...) \
	(memcpy(values, (const struct hd_store_value[]){__VA_ARGS__}, \
		 sizeof((const struct hd_store_value[]){__VA_ARGS__})), \
		COUNT(((const struct hd_store_value[]){__VA_ARGS__})))

static size_t row_of_pair(struct hd_store_value *values, const struct owner *owner, const void *items, size_t i)
{
	const struct hd_done_pair *pair = (const struct hd_done_pair *)items + i;
	return ROW(values, INTEGER_OF(owner->campaign), TEXT_OF(pair->class), TEXT_OF(pair->a), TEXT_OF(pair->b),
		INTEGER_OF(pair->tried), INTEGER_OF(pair->covered), INTEGER_OF(pair->score));
}

enum hd_status hd_store_add_pairs(struct hd_store *store, int64_t campaign, const struct hd_done_pair *pairs,
	size_t count, struct hd_error *error)
{
	const struct owner owner = {.campaign = campaign};
	return add_rows(store,
		"INSERT INTO pairs (campaign, class, a, b, tried, covered, score) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
		&owner, pairs, count, row_of_pair, error);
}

static size_t row_of_learned(struct hd_store_value *values, const struct owner *owner, const void *items, size_t i)
{
	const struct hd_done_learned *learned = (const struct hd_done_learned *)items + i;
	return ROW(values, INTEGER_OF(owner->campaign), TEXT_OF(learned->function), TEXT_OF(learned->text));
}

enum hd_status hd_store_add_learned(struct hd_store *store, int64_t campaign, const struct hd_done_learned *learned,
	size_t count, struct hd_error *error)
{
	const struct owner owner = {.campaign = campaign};
	return add_rows(store, "INSERT INTO learned (campaign, function, text) VALUES (?1, ?2, ?3)", &owner, learned,
		count, row_of_learned, error);
}

static size_t row_of_contract(struct hd_store_value *values, const struct owner *owner, const void *items, size_t i)
{
	const struct hd_done_contract *contract = (const struct hd_done_contract *)items + i;
	return ROW(values, INTEGER_OF(owner->campaign), TEXT_OF(contract->class), TEXT_OF(contract->contract),
		TEXT_OF(contract->why), INTEGER_OF(contract->tested), TEXT_OF(contract->problem),
		INTEGER_OF(contract->unprotected));
}

enum hd_status hd_store_add_contracts(struct hd_store *store, int64_t campaign,
	const struct hd_done_contract *contracts, size_t count, struct hd_error *error)
{
	const struct owner owner = {.campaign = campaign};
	return add_rows(store,
		"INSERT INTO contracts (campaign, class, contract, why, tested, problem, unprotected)"
		" VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
		&owner, contracts, count, row_of_contract, error);
}

static size_t row_of_goal(struct hd_store_value *values, const struct owner *owner, const void *items, size_t i)
{
	const struct hd_store_goal *goal = (const struct hd_store_goal *)items + i;
	return ROW(values, TEXT_OF(owner->code), TEXT_OF(owner->metric), INTEGER_OF(goal->goal),
		INTEGER_OF(goal->value));
}

enum hd_status hd_store_add_covered(struct hd_store *store, const char *code, const char *metric,
	const struct hd_store_goal *goals, size_t count, struct hd_error *error)
{
	const struct owner owner = {.code = code, .metric = metric};
	return add_rows(store,
		"INSERT INTO covered (code, metric, goal, value) VALUES (?1, ?2, ?3, ?4)"
		" ON CONFLICT DO UPDATE SET value = max(value, excluded.value)",
		&owner, goals, count, row_of_goal, error);
}

enum hd_status hd_store_set_state(struct hd_store *store, const char *code, const char *name, const char *text,
	struct hd_error *error)
{
	const struct hd_store_value values[] = {TEXT_OF(code), TEXT_OF(name), TEXT_OF(text)};
	return text ? hd_store_write(store, "INSERT OR REPLACE INTO states (code, name, text) VALUES (?1, ?2, ?3)",
			      values, 3, error)
		    : hd_store_write(store, "DELETE FROM states WHERE code = ?1 AND name = ?2", values, 2, error);
}

static json_t *column(sqlite3_stmt *statement, int index)
{
	switch (sqlite3_column_type(statement, index)) {
	case SQLITE_INTEGER:
		return json_integer(sqlite3_column_int64(statement, index));
	case SQLITE_FLOAT:
		return json_real(sqlite3_column_double(statement, index));
	case SQLITE_TEXT:
		return hd_json_string((const char *)sqlite3_column_text(statement, index));
	default:
		return json_null();
	}
}

enum hd_status hd_store_query(struct hd_store *store, const char *sql, const struct hd_store_value *values,
	size_t count, json_t **rows, struct hd_error *error)
{
	sqlite3_stmt *statement;
	*rows = NULL;
	if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) != SQLITE_OK) {
		return hd_store_fail(store, error);
	}
	json_t *array = json_array();
	int code;
	for (size_t i = 0; i < count; i++) {
		bind(statement, (int)i + 1, &values[i]);
	}
	while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
		json_t *row = json_object();
		for (int i = 0; i < sqlite3_column_count(statement); i++) {
			json_object_set_new(row, sqlite3_column_name(statement, i), column(statement, i));
		}
		json_array_append_new(array, row);
	}
	enum hd_status status = code == SQLITE_DONE ? HD_OK : hd_store_fail(store, error);
	sqlite3_finalize(statement);
	if (status == HD_OK) {
		*rows = array;
	} else {
		json_decref(array);
	}
	return status;
}

enum hd_status hd_store_campaigns(struct hd_store *store, json_t **rows, struct hd_error *error)
{
	return hd_store_query(store, "SELECT * FROM campaigns ORDER BY id", NULL, 0, rows, error);
}

enum hd_status hd_store_findings(struct hd_store *store, json_t **rows, struct hd_error *error)
{
	return hd_store_query(store,
		"SELECT findings.*, (SELECT uid FROM campaigns WHERE campaigns.id = campaign) AS uid FROM findings"
		" ORDER BY campaign, executions_to_find, id",
		NULL, 0, rows, error);
}

enum hd_status hd_store_coverage(struct hd_store *store, json_t **rows, struct hd_error *error)
{
	return hd_store_query(store, "SELECT * FROM coverage ORDER BY campaign, seconds", NULL, 0, rows, error);
}

enum hd_status hd_store_pairs(struct hd_store *store, json_t **rows, struct hd_error *error)
{
	return hd_store_query(store, "SELECT * FROM pairs ORDER BY campaign, class, a, b", NULL, 0, rows, error);
}

enum hd_status hd_store_learned(struct hd_store *store, json_t **rows, struct hd_error *error)
{
	return hd_store_query(store,
		"SELECT function, text FROM learned AS l WHERE campaign ="
		" (SELECT max(campaign) FROM learned WHERE function = l.function) ORDER BY rowid",
		NULL, 0, rows, error);
}

enum hd_status hd_store_contracts(struct hd_store *store, json_t **rows, struct hd_error *error)
{
	return hd_store_query(store,
		"SELECT class, contract, why, tested, problem, unprotected FROM contracts AS c WHERE campaign ="
		" (SELECT max(campaign) FROM contracts WHERE class = c.class) ORDER BY rowid",
		NULL, 0, rows, error);
}

enum hd_status hd_store_covered(struct hd_store *store, const char *code, json_t **rows, struct hd_error *error)
{
	const struct hd_store_value values[] = {TEXT_OF(code)};
	return hd_store_query(store, "SELECT metric, goal, value FROM covered WHERE code = ?1 ORDER BY metric, goal",
		values, COUNT(values), rows, error);
}

enum hd_status hd_store_state(struct hd_store *store, const char *code, const char *name, char **text,
	struct hd_error *error)
{
	const struct hd_store_value values[] = {TEXT_OF(code), TEXT_OF(name)};
	json_t *rows;
	*text = NULL;
	enum hd_status status = hd_store_query(store, "SELECT text FROM states WHERE code = ?1 AND name = ?2", values,
		COUNT(values), &rows, error);
	if (status == HD_OK && json_array_size(rows) > 0) {
		*text = hd_copy(hd_json_text(json_array_get(rows, 0), "text", ""));
	}
	json_decref(rows);
	return status;
}

enum hd_status hd_store_count_findings(struct hd_store *store, const char *code, size_t *count, struct hd_error *error)
{
	const struct hd_store_value values[] = {TEXT_OF(code)};
	json_t *rows;
	enum hd_status status = hd_store_query(store,
		"SELECT count(*) AS n FROM findings JOIN campaigns ON campaigns.id = campaign WHERE code = ?1", values,
		COUNT(values), &rows, error);
	*count = status == HD_OK ? (size_t)hd_json_int(json_array_get(rows, 0), "n", 0) : 0;
	json_decref(rows);
	return status;
}
