/* SPDX-License-Identifier: MIT */
/*
 * Reads a trace again and again while it is recorded, as the analyzer does, and checks each time
 * that what it sees is one moment of the trace: reader TRACE READS. Prints how many saw more than
 * the one before, or what was wrong, with exit status 1.
 *
 * `reader TRACE` opens the trace once, says so, and keeps it open until it is killed.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "trace_file.h"

static void pause_ms(int ms)
{
	const struct timespec pause = { 0, ms * 1000000 };

	nanosleep(&pause, NULL);
}

/* The first column of the first row as a text that lives until the next call. */
static const char *ask(sqlite3 *db, const char *sql)
{
	static char answer[512];
	sqlite3_stmt *statement = NULL;

	snprintf(answer, sizeof answer, "%s", "nothing");
	if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK ||
	    sqlite3_step(statement) != SQLITE_ROW)
		snprintf(answer, sizeof answer, "%s", sqlite3_errmsg(db));
	else
		snprintf(answer, sizeof answer, "%s",
		         (const char *)sqlite3_column_text(statement, 0));
	sqlite3_finalize(statement);
	return answer;
}

/* Records come in order, each kernel with its call, and a batch of them as a whole. */
static const struct {
	const char *sql, *want;
} checks[] = {
	{ "PRAGMA quick_check(1)", "ok" },
	{ "SELECT count(*) - coalesce(max(correlation_id), 0) FROM kernel", "0" },
	{ "SELECT count(*) FROM kernel k LEFT JOIN launch_shape s ON s.id = launch_shape_id "
	  "LEFT JOIN function f ON f.id = function_id WHERE f.id IS NULL",
	  "0" },
	{ "SELECT count(*) FROM kernel k LEFT JOIN stream s ON s.id = stream_id WHERE s.id IS NULL",
	  "0" },
};

/* Returns whether all is well, from check FIRST on; *KERNELS is how many there are. */
static bool check(sqlite3 *db, size_t first, int64_t *kernels)
{
	for (size_t i = first; i < sizeof checks / sizeof *checks; i++) {
		const char *got = ask(db, checks[i].sql);

		for (const char *want = checks[i].want; *got || *want; got++, want++)
			if (*got != *want) {
				printf("%s: %s\n", checks[i].sql, ask(db, checks[i].sql));
				return false;
			}
	}
	*kernels = atoll(ask(db, "SELECT count(*) FROM kernel"));
	return true;
}

static bool read_once(const char *path, int64_t *kernels)
{
	char error[TRACE_ERROR_MAX];
	sqlite3 *db;
	int64_t later = 0;
	bool is_well;

	if (trace_file_open(path, &db, error)) {
		printf("%s\n", error);
		return false;
	}
	is_well = check(db, 1, kernels);
	pause_ms(10); /* the recorder goes on meanwhile */
	is_well = is_well && check(db, 0, &later);
	if (is_well && later != *kernels) {
		printf("%lld kernels became %lld\n", (long long)*kernels, (long long)later);
		is_well = false;
	}
	sqlite3_close(db);
	return is_well;
}

static int stay(const char *path)
{
	char error[TRACE_ERROR_MAX];
	sqlite3 *db;

	if (trace_file_open(path, &db, error)) {
		printf("%s\n", error);
		return 1;
	}
	printf("open\n");
	fflush(stdout);
	for (;;)
		pause();
}

int main(int argc, char **argv)
{
	int64_t kernels = 0, before = -1;
	int news = 0;

	if (argc == 2)
		return stay(argv[1]);
	if (argc != 3)
		return 2;
	for (int reads = atoi(argv[2]); reads > 0; reads--) {
		if (!read_once(argv[1], &kernels))
			return 1;
		if (kernels < before) {
			printf("%lld kernels after %lld\n", (long long)kernels, (long long)before);
			return 1;
		}
		news += kernels > before;
		before = kernels;
		pause_ms(3); /* lets the log be moved into the file */
	}
	printf("%d\n", news);
	return 0;
}
