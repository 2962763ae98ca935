/* SPDX-License-Identifier: MIT */
/*
 * Merging is SQL: the other trace is attached to a copy of the timeline, each step of steps[] is
 * one statement. Ids of the other trace become ours by temporary tables map_* (source, target). The
 * copy gets its name at the end, so that there is never half a result.
 */
#include "record/merge.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

enum {
	OPCODES_BETWEEN_LOOKS = 100000, /* of SQLite, between two looks at is_cancelled() */
	QUOTED_COLUMNS = 60,            /* of a program's command line in a message */
};

/* ---- what must agree ---- */

/* A query that has a row where the traces do not belong together: what it says, "%s" for its
 * columns. */
struct objection {
	const char *sql;
	const char *text;
	const char *needs; /* a table of the other trace; NULL: all have it */
};

/* Names a run in the trace that it was joined into. */
#define RUN_NAME(schema)                                                                        \
	"(SELECT printf('%s:%d:%d', p.host, p.pid, m.value) FROM " schema ".process p, " schema \
	".meta m WHERE m.key = 'trace_start_unix_ns' LIMIT 1)"

static const struct objection objections[] = {
	{ .sql = "SELECT 1 WHERE " RUN_NAME("main") " = " RUN_NAME(
	          "other") " OR EXISTS (SELECT 1 FROM main.diagnostic WHERE code = 'joined-run' "
	                   "AND "
	                   "subject = " RUN_NAME("other") ")",
	  .text = "is a run that is there already" },
	{ .sql = "SELECT coalesce(o.command_line, '?'), coalesce(m.command_line, '?') FROM "
	         "other.process o, main.process m WHERE o.command_line IS NOT m.command_line LIMIT "
	         "1",
	  .text = "is of another program: '%s', not '%s'" },
	{ .sql = "SELECT o.name, m.name FROM other.device o JOIN main.device m USING (id) WHERE "
	         "o.name <> m.name OR o.multiprocessors <> m.multiprocessors LIMIT 1",
	  .text = "is of another GPU: '%s', not '%s'" },
	{ .sql = "SELECT coalesce(o.period_cycles, '?'), coalesce(m.period_cycles, '?') FROM "
	         "other.pc_sampling o JOIN map_context c ON c.source = o.context_id JOIN "
	         "main.pc_sampling m ON m.context_id = c.target WHERE o.period_cycles IS NOT "
	         "m.period_cycles AND o.samples > 0 AND m.samples > 0 LIMIT 1",
	  .text = "has a sample of warps every %s cycles, not every %s: they cannot be added up",
	  .needs = "pc_sampling" },
};

enum { OBJECTIONS = sizeof objections / sizeof *objections, OBJECTIONS_BEFORE_MAPS = 3 };

/* ---- what is done ---- */

/*
 * Several contexts of a device are told apart by their order: CUPTI numbers them as they are made.
 */
#define RANKED_CONTEXTS(schema)                                                                  \
	"(SELECT id, device_id, row_number() OVER (PARTITION BY device_id ORDER BY id) AS rank " \
	"FROM " schema ".context)"

#define USED_CONTEXTS \
	"(SELECT context_id FROM other.pc_sample UNION SELECT context_id FROM other.pc_sampling)"

#define USED_MODULES \
	"(SELECT module_crc FROM other.pc_sample UNION SELECT module_crc FROM used_code)"

/* Same launch, whatever the driver made of it; of several the most alike. */
#define SAME_SHAPE                                                                                 \
	"m.function_id = f.target AND m.grid_x = s.grid_x AND m.grid_y = s.grid_y AND m.grid_z = " \
	"s.grid_z AND m.block_x = s.block_x AND m.block_y = s.block_y AND m.block_z = s.block_z "  \
	"AND m.dynamic_shared_bytes = s.dynamic_shared_bytes"
#define DIFFERENCES                                                                        \
	"(m.registers_per_thread <> s.registers_per_thread) + (m.static_shared_bytes <> "  \
	"s.static_shared_bytes) + (m.shared_executed_bytes <> s.shared_executed_bytes) + " \
	"(m.local_bytes_per_thread <> s.local_bytes_per_thread) + (m.cache_config <> "     \
	"s.cache_config) + (m.cluster_x <> s.cluster_x)"

#define SHAPE_REST                                                                             \
	"grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y, cluster_z, " \
	"registers_per_thread, static_shared_bytes, dynamic_shared_bytes, "                    \
	"shared_executed_bytes, shared_carveout_percent, cache_config, "                       \
	"local_bytes_per_thread, is_shared_optin"

#define ADD_DIAGNOSTICS "INSERT INTO main.diagnostic (code, subject, severity, count, message) "
#define COUNT_TOGETHER                                                                           \
	" ON CONFLICT (code, subject) DO UPDATE SET count = count + excluded.count, severity = " \
	"max(severity, excluded.severity), message = excluded.message"

struct step {
	const char *needs; /* a table of the other trace; NULL: all have it */
	const char *sql;
	enum merged counted; /* the rows it changes; MERGED: not counted */
};

/* What rows refer to; before the objections to samples. */
static const struct step maps[] = {
	{ "measured_launch",
	  "CREATE TEMP TABLE used_shape AS SELECT DISTINCT launch_shape_id AS id FROM "
	  "other.measured_launch",
	  MERGED },
	{ "instruction_metric",
	  "CREATE TEMP TABLE used_code AS SELECT DISTINCT module_crc FROM other.instruction_metric",
	  MERGED },
	/* A trace of an older version has no such tables, empty ones stand for them. */
	{ NULL, "CREATE TEMP TABLE IF NOT EXISTS used_shape (id)", MERGED },
	{ NULL, "CREATE TEMP TABLE IF NOT EXISTS used_code (module_crc)", MERGED },

	{ "pc_sampling",
	  "CREATE TEMP TABLE map_context AS SELECT o.id AS source, m.id AS target, o.device_id "
	  "FROM " RANKED_CONTEXTS("other") " o LEFT JOIN " RANKED_CONTEXTS(
	          "main") " m ON m.device_id = o.device_id AND m.rank = o.rank WHERE o.id "
	                  "IN " USED_CONTEXTS,
	  MERGED },
	{ "pc_sampling",
	  "INSERT INTO main.device SELECT * FROM other.device WHERE id IN (SELECT device_id FROM "
	  "map_context WHERE target IS NULL) AND id NOT IN (SELECT id FROM main.device)",
	  MERGED },
	{ "pc_sampling",
	  "UPDATE map_context SET target = n.target FROM (SELECT source, row_number() OVER (ORDER "
	  "BY source) + (SELECT coalesce(max(id), 0) FROM main.context) AS target FROM map_context "
	  "WHERE target IS NULL) AS n WHERE n.source = map_context.source",
	  MERGED },
	{ "pc_sampling",
	  "INSERT INTO main.context (id, device_id, multiprocessors) SELECT c.target, c.device_id, "
	  "o.multiprocessors FROM map_context c JOIN other.context o ON o.id = c.source WHERE "
	  "c.target NOT IN (SELECT id FROM main.context)",
	  ADDED_CONTEXTS },

	{ "device_link",
	  "INSERT OR IGNORE INTO main.device_link SELECT * FROM other.device_link WHERE "
	  "source_device_id IN (SELECT id FROM main.device) AND target_device_id IN (SELECT id "
	  "FROM main.device)",
	  MERGED },

	{ "pc_sample",
	  "CREATE TEMP TABLE used_function AS SELECT DISTINCT function_id AS id FROM "
	  "other.pc_sample",
	  MERGED },
	{ NULL, "CREATE TEMP TABLE IF NOT EXISTS used_function (id)", MERGED },
	{ NULL,
	  "INSERT INTO used_function SELECT DISTINCT function_id FROM other.launch_shape WHERE id "
	  "IN (SELECT id FROM used_shape)",
	  MERGED },
	{ NULL,
	  "INSERT INTO main.function (name) SELECT DISTINCT name FROM other.function WHERE id IN "
	  "(SELECT id FROM used_function) AND name NOT IN (SELECT name FROM main.function)",
	  ADDED_FUNCTIONS },
	{ NULL,
	  "CREATE TEMP TABLE map_function AS SELECT o.id AS source, min(m.id) AS target FROM "
	  "other.function o JOIN main.function m ON m.name = o.name WHERE o.id IN (SELECT id FROM "
	  "used_function) GROUP BY o.id",
	  MERGED },

	{ NULL,
	  "CREATE TEMP TABLE map_shape AS SELECT source, target FROM (SELECT s.id AS source, m.id "
	  "AS target, row_number() OVER (PARTITION BY s.id ORDER BY " DIFFERENCES
	  ", m.id) AS rank FROM other.launch_shape s JOIN map_function f ON f.source = "
	  "s.function_id JOIN main.launch_shape m ON " SAME_SHAPE
	  " WHERE s.id IN (SELECT id FROM used_shape)) WHERE rank = 1",
	  MERGED },
	{ NULL,
	  "CREATE TEMP TABLE new_shape AS SELECT s.id AS source, f.target AS function_id, "
	  "row_number() OVER (ORDER BY s.id) + (SELECT coalesce(max(id), 0) FROM "
	  "main.launch_shape) AS target FROM other.launch_shape s JOIN map_function f ON f.source "
	  "= s.function_id WHERE s.id IN (SELECT id FROM used_shape) AND s.id NOT IN (SELECT "
	  "source FROM map_shape)",
	  MERGED },
	{ NULL,
	  "INSERT INTO main.launch_shape (id, function_id, " SHAPE_REST
	  ") SELECT n.target, n.function_id, " SHAPE_REST
	  " FROM new_shape n JOIN other.launch_shape s ON s.id = n.source",
	  ADDED_SHAPES },
	{ NULL, "INSERT INTO map_shape SELECT source, target FROM new_shape", MERGED },
};

static const struct step steps[] = {
	/* loaded_ns stays that of the other run: about the same time after its own start. */
	{ "pc_sample",
	  "INSERT INTO main.module (crc, size_bytes, loaded_ns, cubin) SELECT crc, size_bytes, "
	  "loaded_ns, cubin FROM other.module WHERE crc IN " USED_MODULES
	  " AND crc NOT IN (SELECT crc FROM main.module)",
	  ADDED_MODULES },

	/* Samples of warps. */
	{ "stall_reason",
	  "INSERT INTO main.stall_reason (name) SELECT DISTINCT name FROM other.stall_reason WHERE "
	  "name NOT IN (SELECT name FROM main.stall_reason)",
	  MERGED },
	{ "stall_reason",
	  "CREATE TEMP TABLE map_reason AS SELECT o.id AS source, min(m.id) AS target FROM "
	  "other.stall_reason o JOIN main.stall_reason m ON m.name = o.name GROUP BY o.id",
	  MERGED },
	{ "pc_sample",
	  "CREATE TEMP TABLE came AS SELECT c.target AS context_id, f.target AS function_id, "
	  "s.module_crc, s.pc_offset_bytes, r.target AS stall_reason_id, s.samples FROM "
	  "other.pc_sample s JOIN map_context c ON c.source = s.context_id JOIN map_function f ON "
	  "f.source = s.function_id JOIN map_reason r ON r.source = s.stall_reason_id",
	  MERGED },
	{ "pc_sample",
	  "CREATE TEMP TABLE summed AS SELECT context_id, function_id, module_crc, "
	  "pc_offset_bytes, stall_reason_id, sum(samples) AS samples FROM (SELECT context_id, "
	  "function_id, module_crc, pc_offset_bytes, stall_reason_id, samples FROM main.pc_sample "
	  "UNION ALL SELECT * FROM came) GROUP BY 1, 2, 3, 4, 5",
	  MERGED },
	{ "pc_sample", "DELETE FROM main.pc_sample", MERGED },
	{ "pc_sample",
	  "INSERT INTO main.pc_sample (context_id, function_id, module_crc, pc_offset_bytes, "
	  "stall_reason_id, samples) SELECT * FROM summed",
	  MERGED },
	{ "pc_sampling",
	  "INSERT INTO main.pc_sampling (context_id, period_cycles, samples, dropped_samples, "
	  "non_user_samples) SELECT c.target, o.period_cycles, o.samples, o.dropped_samples, "
	  "o.non_user_samples FROM other.pc_sampling o JOIN map_context c ON c.source = "
	  "o.context_id WHERE true ON CONFLICT (context_id) DO UPDATE SET period_cycles = CASE "
	  "WHEN samples = 0 THEN excluded.period_cycles WHEN excluded.samples = 0 OR "
	  "period_cycles = excluded.period_cycles THEN period_cycles END, samples = samples + "
	  "excluded.samples, dropped_samples = dropped_samples + excluded.dropped_samples, "
	  "non_user_samples = non_user_samples + excluded.non_user_samples",
	  MERGED },

	/* Counters. */
	{ "metric",
	  "INSERT INTO main.metric (name) SELECT DISTINCT name FROM other.metric WHERE (id IN "
	  "(SELECT metric_id FROM other.launch_metric) OR id IN (SELECT metric_id FROM "
	  "other.instruction_metric)) AND name NOT IN (SELECT name FROM main.metric)",
	  MERGED },
	{ "metric",
	  "CREATE TEMP TABLE map_metric AS SELECT o.id AS source, min(m.id) AS target FROM "
	  "other.metric o JOIN main.metric m ON m.name = o.name GROUP BY o.id",
	  MERGED },
	{ "measured_launch",
	  "CREATE TEMP TABLE map_launch AS SELECT id AS source, row_number() OVER (ORDER BY id) + "
	  "(SELECT coalesce(max(id), 0) FROM main.measured_launch) AS target FROM "
	  "other.measured_launch",
	  MERGED },
	{ "measured_launch",
	  "INSERT INTO main.measured_launch (id, launch_shape_id, correlation_id, ordinal, passes) "
	  "SELECT l.target, s.target, NULL, o.ordinal, o.passes FROM other.measured_launch o JOIN "
	  "map_launch l ON l.source = o.id JOIN map_shape s ON s.source = o.launch_shape_id",
	  MERGED_LAUNCHES },
	{ "launch_metric",
	  "INSERT INTO main.launch_metric (measured_launch_id, metric_id, value) SELECT l.target, "
	  "m.target, o.value FROM other.launch_metric o JOIN map_launch l ON l.source = "
	  "o.measured_launch_id JOIN map_metric m ON m.source = o.metric_id",
	  MERGED_VALUES },
	{ "instruction_metric",
	  "INSERT INTO main.instruction_metric (measured_launch_id, module_crc, pc_offset_bytes, "
	  "metric_id, value) SELECT l.target, o.module_crc, o.pc_offset_bytes, m.target, o.value "
	  "FROM other.instruction_metric o JOIN map_launch l ON l.source = o.measured_launch_id "
	  "JOIN map_metric m ON m.source = o.metric_id",
	  MERGED_INSTRUCTIONS },

	/* What is missing there is missing here, as far as it was measured. */
	{ NULL,
	  ADD_DIAGNOSTICS "SELECT code, subject, severity, count, message FROM other.diagnostic "
	                  "WHERE code <> 'measured-launches' AND (subject IN ('stalls', 'metrics', "
	                  "'module') OR code IN ('measured-elsewhere', 'stalls-not-recorded', "
	                  "'stalls-in-turns', 'metrics-not-recorded', "
	                  "'instructions-not-recorded'))" COUNT_TOGETHER,
	  MERGED },
};

/* How many there are of a kind that no statement changes. */
static const struct step queries[] = {
	{ "pc_sampling",
	  "SELECT sum(o.samples) FROM other.pc_sampling o JOIN map_context c ON c.source = "
	  "o.context_id",
	  MERGED_SAMPLES },
	{ "pc_sample",
	  "SELECT (SELECT count(*) FROM other.pc_sample) - (SELECT count(*) FROM came)",
	  LEFT_OUT_SAMPLES },
	{ "gpu_sample", "SELECT count(*) FROM other.gpu_sample", LEFT_OUT_GPU_SAMPLES },
};

/* The lines that say in the trace what was done; ?1 is the number of rows. */
static const struct {
	enum merged counted;
	const char *sql;
} notes[] = {
	{ ADDED_FUNCTIONS, ADD_DIAGNOSTICS
	  "VALUES ('not-in-timeline', 'function', 0, ?1, 'functions were measured "
	  "in another run of the program, the timeline has no launch of them')" COUNT_TOGETHER },
	{ ADDED_SHAPES, ADD_DIAGNOSTICS
	  "VALUES ('not-in-timeline', 'launch_shape', 1, ?1, 'launches were measured "
	  "in another run of the program, the timeline has none of their function "
	  "and shape: does the program do the same each time?')" COUNT_TOGETHER },
	{ ADDED_CONTEXTS, ADD_DIAGNOSTICS
	  "VALUES ('not-in-timeline', 'context', 1, ?1, 'warps were sampled in "
	  "contexts of another run of the program, the timeline has fewer')" COUNT_TOGETHER },
	{ LEFT_OUT_SAMPLES, ADD_DIAGNOSTICS
	  "VALUES ('left-out', 'pc_sample', 1, ?1, 'samples of warps of another run "
	  "of the program name a context or function that its trace does not "
	  "have')" COUNT_TOGETHER },
	{ LEFT_OUT_GPU_SAMPLES,
	  ADD_DIAGNOSTICS "VALUES ('left-out', 'gpu_sample', 0, ?1, 'counters over time of another "
	                  "run of the program were left out: they belong to the timeline of that "
	                  "run')" COUNT_TOGETHER },
};

static const char run_note_sql[] = ADD_DIAGNOSTICS "SELECT 'joined-run', " RUN_NAME(
        "other") ", 0, 1, printf('what counters measured in another run of the program, "
                 "process %d on %s, was joined', pid, host) FROM other.process WHERE " RUN_NAME(
                         "other") " IS NOT NULL LIMIT 1" COUNT_TOGETHER;

/* ---- statements ---- */

/* The reason of the last failure, which is OTHER's: the copy was checked before. */
static int failed(const struct merge *merge, char error[TRACE_ERROR_MAX])
{
	switch (sqlite3_errcode(merge->db)) {
	case SQLITE_INTERRUPT:
		snprintf(error, TRACE_ERROR_MAX, "interrupted");
		return -EINTR;
	case SQLITE_FULL:
	case SQLITE_IOERR:
	case SQLITE_NOMEM:
		snprintf(error, TRACE_ERROR_MAX, "cannot be joined: %s", sqlite3_errmsg(merge->db));
		return -EIO;
	default:
		snprintf(error, TRACE_ERROR_MAX, "is damaged: %s", sqlite3_errmsg(merge->db));
		return -EINVAL;
	}
}

static int run_step(const struct merge *merge, const struct step *step, int64_t counts[MERGED])
{
	if (sqlite3_exec(merge->db, step->sql, NULL, NULL, NULL) != SQLITE_OK)
		return -EINVAL;
	if (step->counted != MERGED)
		counts[step->counted] += sqlite3_changes64(merge->db);
	return 0;
}

static int run_query(const struct merge *merge, const struct step *step, int64_t counts[MERGED])
{
	sqlite3_stmt *statement = NULL;
	int err = -EINVAL;

	if (sqlite3_prepare_v2(merge->db, step->sql, -1, &statement, NULL) == SQLITE_OK &&
	    sqlite3_step(statement) == SQLITE_ROW) {
		counts[step->counted] += sqlite3_column_int64(statement, 0);
		err = 0;
	}
	sqlite3_finalize(statement);
	return err;
}

static bool has_table(const struct merge *merge, const char *table)
{
	sqlite3_stmt *statement = NULL;
	bool is_there = false;

	if (sqlite3_prepare_v2(merge->db, "SELECT 1 FROM other.sqlite_schema WHERE name = ?1", -1,
	                       &statement, NULL) == SQLITE_OK) {
		sqlite3_bind_text(statement, 1, table, -1, SQLITE_STATIC);
		is_there = sqlite3_step(statement) == SQLITE_ROW;
	}
	sqlite3_finalize(statement);
	return is_there;
}

static int run_all(const struct merge *merge, const struct step *first, size_t count,
                   int (*run)(const struct merge *merge, const struct step *step,
                              int64_t counts[MERGED]),
                   int64_t counts[MERGED])
{
	int err = 0;

	for (size_t i = 0; i < count && !err; i++)
		if (!first[i].needs || has_table(merge, first[i].needs))
			err = run(merge, &first[i], counts);
	return err;
}

#define RUN_ALL(merge, list, run, counts) \
	run_all(merge, list, sizeof list / sizeof *list, run, counts)

/* Whether one of COUNT objections holds; then ERROR has it. */
static int object(const struct merge *merge, const struct objection *first, size_t count,
                  char error[TRACE_ERROR_MAX])
{
	int err = 0;

	for (size_t i = 0; i < count && !err; i++) {
		sqlite3_stmt *statement = NULL;
		int step;

		if (merge->is_forced || (first[i].needs && !has_table(merge, first[i].needs)))
			continue;
		if (sqlite3_prepare_v2(merge->db, first[i].sql, -1, &statement, NULL) != SQLITE_OK)
			return failed(merge, error);
		step = sqlite3_step(statement);
		if (step == SQLITE_ROW) {
			const char *one = (const char *)sqlite3_column_text(statement, 0);
			const char *two = (const char *)sqlite3_column_text(statement, 1);
			char *clean_one = text_clean(one ? one : "", QUOTED_COLUMNS);
			char *clean_two = text_clean(two ? two : "", QUOTED_COLUMNS);
			char *text = sqlite3_mprintf(first[i].text, clean_one, clean_two);

			snprintf(error, TRACE_ERROR_MAX, "%s (--force joins it)", text ? text : "");
			sqlite3_free(text);
			free(clean_one);
			free(clean_two);
			err = -EPERM;
		} else if (step != SQLITE_DONE) {
			err = failed(merge, error);
		}
		sqlite3_finalize(statement);
	}
	return err;
}

/* What was done, as diagnostics of the trace. */
static int write_notes(const struct merge *merge, const int64_t counts[MERGED])
{
	int err =
	        sqlite3_exec(merge->db, run_note_sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : -EINVAL;

	for (size_t i = 0; i < sizeof notes / sizeof *notes && !err; i++) {
		sqlite3_stmt *statement = NULL;

		if (!counts[notes[i].counted])
			continue;
		if (sqlite3_prepare_v2(merge->db, notes[i].sql, -1, &statement, NULL) != SQLITE_OK)
			return -EINVAL;
		sqlite3_bind_int64(statement, 1, counts[notes[i].counted]);
		err = sqlite3_step(statement) == SQLITE_DONE ? 0 : -EINVAL;
		sqlite3_finalize(statement);
	}
	return err;
}

/* Makes room for the next trace. */
static int drop_maps(const struct merge *merge)
{
	static const char next_sql[] = "SELECT printf('DROP TABLE temp.\"%w\"', name) FROM "
	                               "temp.sqlite_schema WHERE type = "
	                               "'table' LIMIT 1";

	for (;;) {
		sqlite3_stmt *statement = NULL;
		char *sql = NULL;
		bool is_done = false;

		if (sqlite3_prepare_v2(merge->db, next_sql, -1, &statement, NULL) == SQLITE_OK) {
			int step = sqlite3_step(statement);

			if (step == SQLITE_ROW)
				sql = sqlite3_mprintf("%s", sqlite3_column_text(statement, 0));
			is_done = step == SQLITE_DONE;
		}
		sqlite3_finalize(statement);
		if (sql && sqlite3_exec(merge->db, sql, NULL, NULL, NULL) != SQLITE_OK)
			is_done = true;
		sqlite3_free(sql);
		if (is_done || !sql)
			return is_done && !sql ? 0 : -EINVAL;
	}
}

/* Whether the pages of SCHEMA hold what they should. */
static int check_pages(const struct merge *merge, const char *schema, char error[TRACE_ERROR_MAX])
{
	sqlite3_stmt *statement = NULL;
	const char *text = NULL;
	char *sql = sqlite3_mprintf("PRAGMA %s.quick_check(1)", schema);
	int err = -EINVAL;

	if (!sql || sqlite3_prepare_v2(merge->db, sql, -1, &statement, NULL) != SQLITE_OK ||
	    sqlite3_step(statement) != SQLITE_ROW)
		err = failed(merge, error);
	else if ((text = (const char *)sqlite3_column_text(statement, 0)) && !strcmp(text, "ok"))
		err = 0;
	else
		snprintf(error, TRACE_ERROR_MAX, "is damaged: %.*s",
		         (int)strcspn(text ? text : "", "\n"), text ? text : "");
	sqlite3_finalize(statement);
	sqlite3_free(sql);
	return err;
}

/* ---- begin, add, end ---- */

static int look(void *data)
{
	const struct merge *merge = data;

	return merge->is_cancelled && merge->is_cancelled();
}

/* A name beside PATH that nobody has: PATH with the process and a number behind it. */
static int name_temporary(struct merge *merge)
{
	for (int i = 0; i < 1000; i++) {
		if (snprintf(merge->temporary, sizeof merge->temporary, "%s.%ld-%d.new",
		             merge->path, (long)getpid(), i) >= (int)sizeof merge->temporary)
			return -ENAMETOOLONG;
		if (access(merge->temporary, F_OK) != 0)
			return 0;
	}
	return -EEXIST;
}

int merge_begin(struct merge *merge, const char *timeline, const char *path, bool is_forced,
                bool *is_output, char error[TRACE_ERROR_MAX])
{
	bool (*is_cancelled)(void) = merge->is_cancelled;
	sqlite3 *from = NULL;
	int err;

	*merge = (struct merge){ .is_forced = is_forced, .is_cancelled = is_cancelled };
	*is_output = false;
	err = trace_file_open(timeline, &from, error);
	if (err)
		return err;
	snprintf(merge->path, sizeof merge->path, "%s", path);
	err = strlen(path) < sizeof merge->path ? name_temporary(merge) : -ENAMETOOLONG;
	snprintf(error, TRACE_ERROR_MAX, "%s", strerror(-err));
	*is_output = err != 0;
	if (!err) {
		err = trace_file_copy(from, merge->temporary, is_cancelled, &merge->db, error);
		*is_output = err && err != -EINVAL && err != -EINTR;
	}
	if (!err) {
		sqlite3_progress_handler(merge->db, OPCODES_BETWEEN_LOOKS, look, merge);
		err = check_pages(merge, "main", error);
	}
	sqlite3_close(from);
	if (!merge->db)
		merge->temporary[0] = '\0'; /* none was made, or it is gone */
	return err;
}

int merge_add(struct merge *merge, const char *other, int64_t counts[MERGED],
              char error[TRACE_ERROR_MAX])
{
	int err = trace_file_attach(merge->db, other, "other", error);

	memset(counts, 0, MERGED * sizeof *counts);
	if (!err)
		err = check_pages(merge, "other", error);
	if (!err && sqlite3_exec(merge->db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
		err = failed(merge, error);
	if (!err)
		err = object(merge, objections, OBJECTIONS_BEFORE_MAPS, error);
	if (!err && RUN_ALL(merge, maps, run_step, counts))
		err = failed(merge, error);
	if (!err)
		err = object(merge, objections + OBJECTIONS_BEFORE_MAPS,
		             OBJECTIONS - OBJECTIONS_BEFORE_MAPS, error);
	if (!err && (RUN_ALL(merge, steps, run_step, counts) ||
	             RUN_ALL(merge, queries, run_query, counts) || write_notes(merge, counts) ||
	             sqlite3_exec(merge->db, "COMMIT; DETACH other", NULL, NULL, NULL)))
		err = failed(merge, error);
	if (!err && drop_maps(merge))
		err = failed(merge, error);
	return err;
}

/* Renames where nothing may be replaced. */
static int rename_new(const char *from, const char *to)
{
	if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
		return 0;
	if (errno != EINVAL && errno != ENOSYS)
		return -errno;
	/* A file system that cannot; a link is as good, where there are links. */
	if (link(from, to) == 0) {
		unlink(from);
		return 0;
	}
	if (errno == EEXIST || access(to, F_OK) == 0)
		return -EEXIST;
	return rename(from, to) ? -errno : 0;
}

/* What another file of that name left: SQLite would take it for the new one's. */
static void remove_journals(const char *path)
{
	static const char *const endings[] = { "-wal", "-shm", "-journal" };
	char name[PATH_MAX + 16];

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		snprintf(name, sizeof name, "%s%s", path, endings[i]);
		unlink(name);
	}
}

static int sync_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), err;

	if (fd < 0)
		return -errno;
	err = fsync(fd) ? -errno : 0;
	close(fd);
	return err;
}

int merge_end(struct merge *merge, bool may_replace, char error[TRACE_ERROR_MAX])
{
	int err = sqlite3_close(merge->db) == SQLITE_OK ? 0 : -EIO;

	merge->db = NULL;
	if (!err)
		err = sync_file(merge->temporary);
	if (!err && !may_replace && access(merge->path, F_OK) == 0)
		err = -EEXIST;
	if (!err) {
		remove_journals(merge->path);
		if (may_replace)
			err = rename(merge->temporary, merge->path) ? -errno : 0;
		else
			err = rename_new(merge->temporary, merge->path);
	}
	if (err)
		snprintf(error, TRACE_ERROR_MAX, "%s", strerror(-err));
	else
		merge->temporary[0] = '\0';
	return err;
}

void merge_release(struct merge *merge)
{
	sqlite3_close(merge->db);
	merge->db = NULL;
	if (*merge->temporary)
		unlink(merge->temporary);
	merge->temporary[0] = '\0';
}
