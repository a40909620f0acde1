// SPDX-License-Identifier: Apache-2.0
// The database of another output directory, added to this one. Campaigns are known by their uid: those
// that are there already are left out with all that belongs to them, so that merging again changes nothing.
#include "store/store_internal.h"

#include <string.h>

#include "base/json.h"

#define CAMPAIGN \
	"uid, code, command, version, started, arguments, class, strategy, seed, reason, seconds, tests, executions," \
	" blocked, traces, cut_off, steps"

// Rows of a table that belong to campaigns which have just come.
#define OF_NEW(table, columns)                                                                      \
	"INSERT INTO main." table " (campaign, " columns ") SELECT here, " columns " FROM other." table \
	" JOIN temp.fresh ON there = campaign;"

static const char steps[] = "CREATE TEMP TABLE fresh (there INTEGER PRIMARY KEY, here INTEGER, uid TEXT);"
			    "INSERT INTO temp.fresh SELECT id, NULL, uid FROM other.campaigns"
			    " WHERE uid NOT IN (SELECT uid FROM main.campaigns);"
			    "INSERT INTO main.campaigns (" CAMPAIGN ") SELECT " CAMPAIGN " FROM other.campaigns"
			    " WHERE id IN (SELECT there FROM temp.fresh) ORDER BY id;"
			    "UPDATE temp.fresh SET here ="
			    " (SELECT id FROM main.campaigns AS c WHERE c.uid = temp.fresh.uid);" //
	OF_NEW("coverage", "executions, seconds, metric, covered, total") //
	OF_NEW("pairs", "class, a, b, tried, covered, score") //
	OF_NEW("learned", "function, text") //
	OF_NEW("contracts", "class, contract, why, tested, problem, unprotected") //
	"INSERT INTO main.covered SELECT code, metric, goal, value FROM other.covered WHERE true"
	" ON CONFLICT DO UPDATE SET value = max(value, excluded.value);"
	"INSERT OR IGNORE INTO main.states SELECT code, name, text FROM other.states;";

static enum hd_status count_fresh(struct hd_store *store, uint64_t *count, struct hd_error *error)
{
	json_t *rows;
	enum hd_status status = hd_store_query(store, "SELECT count(*) AS n FROM temp.fresh", NULL, 0, &rows, error);
	*count = status == HD_OK ? (uint64_t)hd_json_int(json_array_get(rows, 0), "n", 0) : 0;
	json_decref(rows);
	return status;
}

enum hd_status hd_store_merge(struct hd_store *store, struct hd_store *from, uint64_t *new_campaigns,
	struct hd_error *error)
{
	// A temporary copy: the other may be one already, because it is of an earlier version.
	enum hd_status status = hd_store_execute(store, "ATTACH '' AS other", error);
	if (status == HD_OK) {
		if ((status = hd_store_copy(store, "other", from->db, error)) != HD_OK ||
			(status = hd_store_execute(store, "BEGIN", error)) != HD_OK ||
			(status = hd_store_execute(store, steps, error)) != HD_OK ||
			(status = count_fresh(store, new_campaigns, error)) != HD_OK ||
			(status = hd_store_execute(store, "DROP TABLE temp.fresh; COMMIT", error)) != HD_OK) {
			sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
		}
		sqlite3_exec(store->db, "DETACH other", NULL, NULL, NULL);
	}
	return status;
}

enum hd_status hd_store_add_finding_of(struct hd_store *store, const char *uid, const struct hd_finding *finding,
	struct hd_error *error)
{
	const struct hd_store_value values[] = {TEXT_OF(uid)};
	json_t *rows;
	enum hd_status status = hd_store_query(store, "SELECT id FROM campaigns WHERE uid = ?1", values, COUNT(values),
		&rows, error);
	if (status == HD_OK) {
		int64_t campaign = hd_json_int(json_array_get(rows, 0), "id", 0);
		status = hd_store_add_finding(store, campaign, finding, error);
	}
	json_decref(rows);
	return status;
}

bool hd_store_has_finding(struct hd_store *store, const char *id)
{
	const struct hd_store_value values[] = {TEXT_OF(id)};
	struct hd_error ignored = {0};
	json_t *rows;
	enum hd_status status = hd_store_query(store, "SELECT 1 FROM findings WHERE id = ?1", values, COUNT(values),
		&rows, &ignored);
	bool has = status == HD_OK && json_array_size(rows) > 0;
	json_decref(rows);
	hd_error_finish(&ignored);
	return has;
}

enum hd_status hd_store_check(struct hd_store *store, struct hd_error *error)
{
	json_t *rows;
	enum hd_status status = hd_store_query(store, "SELECT quick_check AS said FROM pragma_quick_check(1)", NULL, 0,
		&rows, error);
	const char *said = hd_json_text(json_array_get(rows, 0), "said", "");
	if (status == HD_OK && strcmp(said, "ok") != 0) {
		status = hd_fail(error, HD_BAD_INPUT, "'%s' is damaged: %s", store->path, said);
	}
	json_decref(rows);
	return status;
}

enum hd_status hd_store_united(struct hd_store *store, json_t **rows, struct hd_error *error)
{
	return hd_store_query(store,
		"SELECT code, metric, sum(value >> 32 > 0) AS covered,"
		" (SELECT max(c.total) FROM coverage AS c JOIN campaigns ON campaigns.id = c.campaign"
		" WHERE campaigns.code = g.code AND c.metric = g.metric) AS total"
		" FROM covered AS g GROUP BY code, metric ORDER BY code, metric",
		NULL, 0, rows, error);
}
