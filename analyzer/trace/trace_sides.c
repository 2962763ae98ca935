/* SPDX-License-Identifier: MIT */
/*
 * Reads the tables of a trace file.
 *
 * trace_tables.c names the columns of each of the file's tables and the function that takes a row
 * of it. SQLite calls that for every row, as the step of an aggregate, which takes less time than
 * fetching row by row with sqlite3_step() and sqlite3_column_*() (`make bench`). The tables of the
 * GPU's side and those of the host's side are read at the same time, each by a struct loader with
 * its own connection: the host's side on a second thread, unless the file is small. No field of
 * struct trace is touched by both; when both are done, operations are joined to their calls.
 *
 * All values are read through the row_ functions of trace_loader.h, which note an impossible one; a
 * row with one is left out and counted.
 *
 * The file may be hostile, and what bounds time and memory is this: rows must come in rising order
 * of their key (a page that is linked twice breaks that, and is damage), no row may be larger than
 * its table needs, and all text together may not be larger than the file.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "trace/trace_loader.h"
#include "trace_segment.h"

enum {
	ROW_BYTES_MAX = 4096,         /* of a row of numbers: far above what it can take */
	TEXT_ROW_BYTES_MAX = 8 << 20, /* of a row with text: a command line may have 2 MiB */
	SQL_BYTES = 1024,
	THREAD_BYTES_MIN = 4 << 20, /* of a file that is worth a second thread */
};

static int sqlite_error(struct loader *l, const char *table, int status)
{
	static const struct {
		int status, err;
		const char *what;
	} causes[] = {
		{ SQLITE_NOMEM, -ENOMEM, "cannot be loaded" },
		{ SQLITE_BUSY, -EBUSY, "cannot be read now" },
		{ SQLITE_LOCKED, -EBUSY, "cannot be read now" },
		{ SQLITE_PERM, -EACCES, "cannot be read" },
		{ SQLITE_CANTOPEN, -EACCES, "cannot be read" },
		{ 0, -EINVAL, "is damaged" },
	};
	size_t i = 0;

	while (causes[i].status && causes[i].status != (status & 0xff))
		i++;
	snprintf(l->error, TRACE_ERROR_MAX, "%s: %.300s: table %s", causes[i].what,
	         sqlite3_errmsg(l->reading), table);
	return causes[i].err;
}

static int damaged(struct loader *l, const char *table, const char *what)
{
	snprintf(l->error, TRACE_ERROR_MAX, "is damaged: %s: table %s", what, table);
	return -EINVAL;
}

static int no_memory(char error[TRACE_ERROR_MAX])
{
	snprintf(error, TRACE_ERROR_MAX, "cannot be loaded: out of memory");
	return -ENOMEM;
}

/* Whether the row's key is above that of the row before. */
static bool is_in_order(struct loader *l)
{
	const struct key last = l->key;

	/* Keys of text are not compared: all text counts against the size of the file. */
	if (l->table->has_text_key)
		return true;
	l->key.first = sqlite3_value_int64(l->values[0]);
	l->key.second = l->table->is_key_a_pair ? sqlite3_value_int64(l->values[1]) : 0;
	return l->rows == 0 || l->key.first > last.first ||
	       (l->key.first == last.first && l->key.second > last.second);
}

/* SQL's take_row(), an aggregate: takes a row of the table that is being loaded. */
static void take_row(sqlite3_context *context, int count, sqlite3_value **values)
{
	struct loader *l = sqlite3_user_data(context);

	(void)count;
	l->values = values;
	l->is_bad = false;
	if (!is_in_order(l))
		l->damage = "rows out of order";
	else if (l->table->take(l) && !l->damage)
		sqlite3_result_error_nomem(context);
	if (l->damage)
		sqlite3_result_error_code(context, SQLITE_CORRUPT);
	l->rows++;
	l->bad_rows[l->table - trace_tables] += l->is_bad;
}

static void take_no_more(sqlite3_context *context)
{
	sqlite3_result_null(context);
}

/* Takes the rows of the table in DB for which the condition SETTLED is true; NULL: all. */
static int load_rows(struct loader *l, const struct trace_table *table, sqlite3 *db,
                     const char *settled)
{
	char sql[SQL_BYTES];
	sqlite3_stmt *stmt;
	int status;

	if (!trace_file_has_table(db, table->name))
		return 0; /* the file is older than the table */
	snprintf(sql, sizeof sql, "SELECT take_row(%s) FROM %s NOT INDEXED%s%s", table->columns,
	         table->name, settled ? " WHERE " : "", settled ? settled : "");
	l->reading = db;
	/* The limit is one of statements, too. */
	sqlite3_limit(db, SQLITE_LIMIT_LENGTH, TEXT_ROW_BYTES_MAX);
	status = sqlite3_prepare_v2(db, sql, -1, &stmt, NULL);
	if (status != SQLITE_OK)
		return sqlite_error(l, table->name, status);
	if (!table->has_text)
		sqlite3_limit(db, SQLITE_LIMIT_LENGTH, ROW_BYTES_MAX);
	sqlite3_step(stmt);
	status = sqlite3_finalize(stmt);
	if (l->damage)
		return damaged(l, table->name, l->damage);
	return status == SQLITE_OK ? 0 : sqlite_error(l, table->name, status);
}

/* What of the table is in the segments before the trace. */
static int load_earlier(struct loader *l, const struct trace_table *table)
{
	const struct trace_segment_table *part = trace_segment_tables;
	int err = 0;

	while (part->name && strcmp(part->name, table->name) != 0)
		part++;
	for (size_t i = 0; part->name && i < l->earlier_count && !err; i++) {
		err = load_rows(l, table, l->earlier[i].db, part->settled);
		if (!table->map) /* ids that are referred to rise through all */
			l->rows = 0;
	}
	return err;
}

static int load_table(struct loader *l, const struct trace_table *table)
{
	int err;

	l->table = table;
	l->rows = 0;
	err = load_earlier(l, table);
	if (!err)
		err = load_rows(l, table, l->db, NULL);
	if (!err && table->map && !id_map_finish(&l->maps[table->map]))
		err = no_memory(l->error);
	return err;
}

/* Opens the segments before the trace, which do not change. */
static int open_earlier(struct loader *l)
{
	const struct segments *segments = &l->trace->segments;

	for (size_t i = 0; i + 1 < segments->count; i++) {
		struct connection *added = ARRAY_ADD(&l->earlier, &l->earlier_count);
		int err;

		if (!added)
			return no_memory(l->error);
		err = trace_file_open(segments->items[i].path, &added->db, l->error);
		if (err)
			return err;
	}
	return 0;
}

/*
 * Opens the file once more for L and takes a snapshot: all its tables as of one moment, though
 * the program may still write. The first side finds the segments before it.
 */
static int open_side(struct loader *l)
{
	int status;

	l->err = trace_file_open(l->path, &l->db, l->error);
	if (l->err)
		return l->err;
	l->reading = l->db;
	sqlite3_busy_timeout(l->db, 2000);
	status = sqlite3_exec(l->db, "BEGIN; SELECT key FROM meta LIMIT 1", NULL, NULL, NULL);
	if (status != SQLITE_OK)
		l->err = sqlite_error(l, "meta", status);
	else if (l->side == GPU_SIDE && segments_find(&l->trace->segments, l->db, l->path))
		l->err = no_memory(l->error);
	if (!l->err)
		l->err = open_earlier(l);
	if (!l->err)
		l->first_call_id = first_call_id(l);
	return l->err;
}

static int make_take_row(struct loader *l, sqlite3 *db)
{
	l->reading = db;
	return sqlite3_create_function(db, "take_row", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, l, NULL,
	                               take_row, take_no_more);
}

static void load_side(struct loader *l)
{
	int status = make_take_row(l, l->db);

	for (size_t i = 0; i < l->earlier_count && status == SQLITE_OK; i++)
		status = make_take_row(l, l->earlier[i].db);
	if (status != SQLITE_OK)
		l->err = sqlite_error(l, "meta", status);
	for (int i = 0; trace_tables[i].name && !l->err; i++)
		if (trace_tables[i].side == l->side)
			l->err = load_table(l, &trace_tables[i]);
}

/* The second thread. */
static void *load_host_side(void *loader)
{
	if (!open_side(loader))
		load_side(loader);
	return NULL;
}

static int64_t file_bytes(const char *path, const char *suffix)
{
	char name[4096 + 8];
	struct stat st;

	if (snprintf(name, sizeof name, "%s%s", path, suffix) >= (int)sizeof name ||
	    stat(name, &st))
		return 0;
	return (int64_t)st.st_size;
}

static int64_t bytes_of_all(const struct loader *l)
{
	const struct segments *segments = &l->trace->segments;
	int64_t bytes = file_bytes(l->path, "") + file_bytes(l->path, "-wal");

	for (size_t i = 0; i < l->earlier_count; i++)
		bytes += file_bytes(segments->items[i].path, "");
	return bytes;
}

/*
 * Both sides. The GPU's takes its snapshot first: a call of an operation that it sees was made
 * before, so the host's snapshot has it.
 */
int load_sides(struct loader sides[LOAD_SIDES])
{
	struct loader *gpu = &sides[GPU_SIDE], *host = &sides[HOST_SIDE];
	int64_t bytes;
	bool is_threaded;
	pthread_t thread;

	if (open_side(gpu))
		return gpu->err;
	bytes = bytes_of_all(gpu);
	/* Room for text: twice the file, for UTF-16 grows, and some for a file that grows. */
	gpu->text_bytes_left = host->text_bytes_left = 2 * bytes + (16 << 20);
	is_threaded = bytes >= THREAD_BYTES_MIN &&
	              pthread_create(&thread, NULL, load_host_side, host) == 0;
	load_side(gpu);
	if (is_threaded) {
		pthread_join(thread, NULL);
	} else if (!gpu->err) {
		host->db = gpu->db;
		host->earlier = gpu->earlier;
		host->earlier_count = gpu->earlier_count;
		host->first_call_id = gpu->first_call_id;
		load_side(host);
		host->db = NULL;
		host->earlier = NULL;
		host->earlier_count = 0;
	}
	return gpu->err ? gpu->err : host->err;
}
