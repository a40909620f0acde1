// SPDX-License-Identifier: Apache-2.0
// Statements on campaign.db, for the files of this folder.
#ifndef HD_STORE_INTERNAL_H
#define HD_STORE_INTERNAL_H

#include <sqlite3.h>

#include "store/store.h"

struct hd_store {
	sqlite3 *db;
	char *path;
};

// A value to bind; each statement lists them in order.
struct hd_store_value {
	enum { HD_STORE_TEXT, HD_STORE_INTEGER, HD_STORE_REAL, HD_STORE_NOTHING } type;
	union {
		const char *text;
		int64_t integer;
		double real;
	};
};

#define TEXT_OF(t) {.type = (t) ? HD_STORE_TEXT : HD_STORE_NOTHING, .text = (t)}
#define INTEGER_OF(i) {.type = HD_STORE_INTEGER, .integer = (int64_t)(i)}
#define REAL_OF(r) {.type = HD_STORE_REAL, .real = (r)}
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum hd_status hd_store_fail(struct hd_store *store, struct hd_error *error);
enum hd_status hd_store_execute(struct hd_store *store, const char *sql, struct hd_error *error);
// The first column of the first row.
enum hd_status hd_store_integer(struct hd_store *store, const char *sql, int64_t *result, struct hd_error *error);
// All that another database has becomes one of this connection's, which is empty.
enum hd_status hd_store_copy(struct hd_store *store, const char *into, sqlite3 *from, struct hd_error *error);
// Says in the file that it is ours and of today's version.
enum hd_status hd_store_mark(struct hd_store *store, struct hd_error *error);
// upgrade.c: from an earlier version to today's. All or nothing.
enum hd_status hd_store_upgrade(struct hd_store *store, struct hd_error *error);
// One statement is one transaction, unless one was begun: SQLite commits it by itself.
enum hd_status hd_store_write(struct hd_store *store, const char *sql, const struct hd_store_value *values,
	size_t count, struct hd_error *error);
// The rows of a query as an array of objects.
enum hd_status hd_store_query(struct hd_store *store, const char *sql, const struct hd_store_value *values,
	size_t count, json_t **rows, struct hd_error *error);

#endif
