/* SPDX-License-Identifier: MIT */
/*
 * Merging is SQL: the other trace is attached to a copy of the timeline, each step of
 * merge_steps.c is one statement. Ids of the other trace become ours by temporary tables map_*
 * (source, target). The copy gets its name at the end, so that there is never half a result.
 */
#include "record/merge.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "record/merge_steps.h"

enum {
	OPCODES_BETWEEN_LOOKS = 100000, /* of SQLite, between two looks at is_cancelled() */
	QUOTED_COLUMNS = 60,            /* of a program's command line in a message */
};

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

static int run_step(const struct merge *merge, const struct merge_step *step,
                    int64_t counts[MERGED])
{
	if (sqlite3_exec(merge->db, step->sql, NULL, NULL, NULL) != SQLITE_OK)
		return -EINVAL;
	if (step->counted != MERGED)
		counts[step->counted] += sqlite3_changes64(merge->db);
	return 0;
}

static int run_query(const struct merge *merge, const struct merge_step *step,
                     int64_t counts[MERGED])
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

static int run_all(const struct merge *merge, const struct merge_step *first,
                   int (*run)(const struct merge *merge, const struct merge_step *step,
                              int64_t counts[MERGED]),
                   int64_t counts[MERGED])
{
	int err = 0;

	for (size_t i = 0; first[i].sql && !err; i++)
		if (!first[i].needs || has_table(merge, first[i].needs))
			err = run(merge, &first[i], counts);
	return err;
}

/* Whether one of at most COUNT objections holds; then ERROR has it. */
static int object(const struct merge *merge, const struct merge_objection *first, int count,
                  char error[TRACE_ERROR_MAX])
{
	int err = 0;

	for (int i = 0; i < count && first[i].sql && !err; i++) {
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
	int err = sqlite3_exec(merge->db, merge_run_note, NULL, NULL, NULL) == SQLITE_OK ? 0
	                                                                                 : -EINVAL;

	for (size_t i = 0; merge_notes[i].sql && !err; i++) {
		sqlite3_stmt *statement = NULL;

		if (!counts[merge_notes[i].counted])
			continue;
		if (sqlite3_prepare_v2(merge->db, merge_notes[i].sql, -1, &statement, NULL) !=
		    SQLITE_OK)
			return -EINVAL;
		sqlite3_bind_int64(statement, 1, counts[merge_notes[i].counted]);
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
		err = object(merge, merge_objections, MERGE_OBJECTIONS_FIRST, error);
	if (!err && run_all(merge, merge_maps, run_step, counts))
		err = failed(merge, error);
	if (!err)
		err = object(merge, merge_objections + MERGE_OBJECTIONS_FIRST, MERGE_OBJECTIONS_ALL,
		             error);
	if (!err &&
	    (run_all(merge, merge_steps, run_step, counts) ||
	     run_all(merge, merge_queries, run_query, counts) || write_notes(merge, counts) ||
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

static int sync_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), err;

	if (fd < 0)
		return -errno;
	err = fsync(fd) ? -errno : 0;
	close(fd);
	return err;
}

/*
 * Gives the new trace the name of the old one, which is in it. Beside the journals of another file
 * it would be damaged: these go first, and if it does not get the name after all, it is all there
 * is, and stays.
 */
static int replace(struct merge *merge, char error[TRACE_ERROR_MAX])
{
	int err;

	trace_file_remove_journals(merge->path);
	if (rename(merge->temporary, merge->path) == 0)
		return 0;
	err = -errno;
	snprintf(error, TRACE_ERROR_MAX, "%s: the whole is in '%.*s'", strerror(-err),
	         TRACE_ERROR_MAX / 2, merge->temporary);
	merge->temporary[0] = '\0';
	return err;
}

int merge_end(struct merge *merge, bool may_replace, char error[TRACE_ERROR_MAX])
{
	int err = sqlite3_close(merge->db) == SQLITE_OK ? 0 : -EIO;

	merge->db = NULL;
	if (!err)
		err = sync_file(merge->temporary);
	if (!err && may_replace && (err = replace(merge, error)))
		return err;
	if (!err && !may_replace) {
		err = rename_new(merge->temporary, merge->path);
		if (!err)
			trace_file_remove_journals(merge->path);
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
