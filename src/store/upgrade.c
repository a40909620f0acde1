// SPDX-License-Identifier: Apache-2.0
// Databases of earlier versions become those of today, in one transaction: what is stored is kept. A
// change of schema.sql is a new version and a step here.
#include "store/store_internal.h"

// steps[i] leads from version i + 1 to the next.
static const char *const steps[] = {
	"CREATE TABLE pairs (campaign INTEGER NOT NULL REFERENCES campaigns (id), class TEXT, a TEXT NOT NULL,"
	" b TEXT NOT NULL, tried INTEGER NOT NULL, covered INTEGER NOT NULL, score INTEGER NOT NULL);"
	"CREATE TABLE learned (campaign INTEGER NOT NULL REFERENCES campaigns (id), function TEXT NOT NULL,"
	" text TEXT NOT NULL);"
	"CREATE INDEX pairs_of_campaign ON pairs (campaign);",

	"ALTER TABLE findings ADD COLUMN pattern INTEGER;",

	"ALTER TABLE campaigns ADD COLUMN uid TEXT NOT NULL DEFAULT '';"
	"ALTER TABLE campaigns ADD COLUMN code TEXT NOT NULL DEFAULT '';"
	// The same whenever it is made: a copy may be upgraded several times.
	"UPDATE campaigns SET uid = started || ' ' || seed || ' ' || seconds || ' ' || executions || ' ' || id;"
	"CREATE UNIQUE INDEX uid_of_campaign ON campaigns (uid);"
	"CREATE TABLE covered (code TEXT NOT NULL, metric TEXT NOT NULL, goal INTEGER NOT NULL, value INTEGER NOT NULL,"
	" PRIMARY KEY (code, metric, goal)) WITHOUT ROWID;"
	"CREATE TABLE states (code TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL,"
	" PRIMARY KEY (code, name)) WITHOUT ROWID;",

	"CREATE TABLE contracts (campaign INTEGER NOT NULL REFERENCES campaigns (id), class TEXT NOT NULL,"
	" contract TEXT NOT NULL, why TEXT NOT NULL, tested INTEGER NOT NULL, problem TEXT,"
	" unprotected INTEGER NOT NULL);",
};
_Static_assert(COUNT(steps) == HD_STORE_VERSION - 1, "one step for each version");

// Another heddle may have upgraded it while this one waited for the lock.
static enum hd_status take_steps(struct hd_store *store, struct hd_error *error)
{
	int64_t version;
	enum hd_status status = hd_store_integer(store, "PRAGMA user_version", &version, error);
	for (; status == HD_OK && version > 0 && version < HD_STORE_VERSION; version++) {
		status = hd_store_execute(store, steps[version - 1], error);
	}
	return status == HD_OK ? hd_store_mark(store, error) : status;
}

enum hd_status hd_store_upgrade(struct hd_store *store, struct hd_error *error)
{
	enum hd_status status = hd_store_execute(store, "BEGIN IMMEDIATE", error);
	if (status != HD_OK) {
		return status;
	}
	if ((status = take_steps(store, error)) == HD_OK) {
		return hd_store_execute(store, "COMMIT", error);
	}
	sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
	return status;
}
