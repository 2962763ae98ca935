/* SPDX-License-Identifier: MIT */
/*
 * bench-load TRACE...: how long loading a trace takes, and building its constraint graph with
 * attribution, budgets and replay, beside a bare scan of the same columns; and the memory it needs.
 * Each trace is scanned and analysed in a process of its own, several times in turn; medians. The
 * second ratio and what follows is of processor times and one operation: loading has two threads,
 * scanning one, so that the first ratio is the smaller one where a second processor is free.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "graph/graph.h"
#include "trace/trace_loader.h"

enum { ROUNDS = 5 };

struct moment {
	double wall_s, cpu_s; /* cpu: of all threads of the process */
};

static double read_clock(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static struct moment now(void)
{
	return (struct moment){ read_clock(CLOCK_MONOTONIC), read_clock(CLOCK_PROCESS_CPUTIME_ID) };
}

/* What passed since START. */
static struct moment since(struct moment start)
{
	const struct moment end = now();

	return (struct moment){ end.wall_s - start.wall_s, end.cpu_s - start.cpu_s };
}

/* Steps over every row and, with IS_READING, takes each value. */
static struct moment scan_columns(const char *path, bool is_reading)
{
	const struct moment start = now();
	volatile int64_t sum = 0;
	sqlite3 *db;

	if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) !=
	    SQLITE_OK)
		exit(EXIT_FAILURE);
	for (const struct trace_table *table = trace_tables; table->name; table++) {
		char *sql = sqlite3_mprintf("SELECT %s FROM %s", table->columns, table->name);
		sqlite3_stmt *stmt;
		int columns;

		if (!sql || sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK)
			exit(EXIT_FAILURE);
		columns = sqlite3_column_count(stmt);
		while (sqlite3_step(stmt) == SQLITE_ROW)
			for (int c = 0; is_reading && c < columns; c++)
				sum += sqlite3_column_int64(stmt, c);
		sqlite3_finalize(stmt);
		sqlite3_free(sql);
	}
	sqlite3_close(db);
	return since(start);
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Of each kind of time, for itself. */
static struct moment median(const struct moment rounds[ROUNDS])
{
	double wall_s[ROUNDS], cpu_s[ROUNDS];

	for (int i = 0; i < ROUNDS; i++) {
		wall_s[i] = rounds[i].wall_s;
		cpu_s[i] = rounds[i].cpu_s;
	}
	qsort(wall_s, ROUNDS, sizeof *wall_s, compare);
	qsort(cpu_s, ROUNDS, sizeof *cpu_s, compare);
	return (struct moment){ wall_s[ROUNDS / 2], cpu_s[ROUNDS / 2] };
}

static int bench(const char *path)
{
	struct moment step[ROUNDS], scan[ROUNDS], load[ROUNDS], graph[ROUNDS];
	char error[TRACE_ERROR_MAX];
	double operations = 0, wall_s, cpu_s;
	struct rusage usage;

	for (int round = 0; round < ROUNDS; round++) {
		struct moment start = now();
		struct trace trace;
		struct graph built;

		if (trace_load(&trace, path, error)) {
			fprintf(stderr, "bench-load: cannot load the trace: path=\"%s\": %s\n",
			        path, error);
			return 1;
		}
		load[round] = since(start);
		start = now();
		if (graph_build(&built, &trace)) {
			fputs("bench-load: out of memory\n", stderr);
			return 1;
		}
		graph[round] = since(start);
		operations = (double)trace.operations.count;
		if (round == 0)
			getrusage(RUSAGE_SELF, &usage);
		graph_release(&built);
		trace_release(&trace);
		step[round] = scan_columns(path, false);
		scan[round] = scan_columns(path, true);
	}
	wall_s = median(load).wall_s + median(graph).wall_s;
	cpu_s = median(load).cpu_s + median(graph).cpu_s;
	printf("%10.0f %9.3f %9.3f %9.3f %9.3f %9.2f %9.2f %9.0f %9.0f\n", operations,
	       median(step).wall_s, median(scan).wall_s, median(load).wall_s, median(graph).wall_s,
	       wall_s / median(scan).wall_s, cpu_s / median(scan).cpu_s, cpu_s * 1e9 / operations,
	       (double)usage.ru_maxrss * 1024 / operations);
	return 0;
}

int main(int argc, char **argv)
{
	int status = 0, failed = argc < 2;

	printf("%10s %9s %9s %9s %9s %9s %9s %9s %9s\n", "operations", "step s", "scan s", "load s",
	       "graph s", "/ scan", "cpu/scan", "cpu ns", "bytes");
	fflush(stdout);
	for (int i = 1; i < argc; i++) {
		pid_t child = fork();

		if (child == 0) {
			status = bench(argv[i]);
			fflush(NULL);
			_exit(status);
		}
		if (child < 0 || waitpid(child, &status, 0) < 0 || status)
			failed = 1;
	}
	if (argc < 2)
		fputs("Usage: bench-load TRACE...\n", stderr);
	return failed;
}
