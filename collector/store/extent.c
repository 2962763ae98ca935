/* SPDX-License-Identifier: MIT */
#include "store/extent.h"

#include <stddef.h>

int64_t extent_ask(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *query = NULL;
	int64_t number = 0;

	if (sqlite3_prepare_v2(db, sql, -1, &query, NULL) == SQLITE_OK &&
	    sqlite3_step(query) == SQLITE_ROW)
		number = sqlite3_column_int64(query, 0);
	sqlite3_finalize(query);
	return number;
}

int64_t extent_bytes(sqlite3 *db)
{
	return (extent_ask(db, "PRAGMA page_count") - extent_ask(db, "PRAGMA freelist_count")) *
	       extent_ask(db, "PRAGMA page_size");
}

int64_t extent_newest_ns(sqlite3 *db)
{
	return extent_ask(
	        db,
	        "SELECT max(coalesce((SELECT start_ns FROM kernel ORDER BY id DESC LIMIT 1), 0), "
	        "coalesce((SELECT start_ns FROM graph_launch ORDER BY id DESC LIMIT 1), 0), "
	        "coalesce((SELECT start_ns FROM api_call ORDER BY id DESC LIMIT 1), 0))");
}
