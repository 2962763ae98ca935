/* SPDX-License-Identifier: MIT */
/*
 * bench-load TRACE...: how long loading a trace takes, and building its constraint graph with
 * attribution, budgets and replay, beside a bare scan of the same columns; and the memory it needs.
 * Each trace is scanned and analysed in a process of its own, several times in turn; medians.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "graph/graph.h"
#include "trace/trace.h"

enum { ROUNDS = 5 };

static const char *const selects[] = {
	"SELECT id, start_ns, duration_ns, thread_id, name_id, result FROM api_call",
	"SELECT id, start_ns, duration_ns, stream_id, correlation_id, channel_id, graph_node_id,"
	" launch_shape_id FROM kernel",
	"SELECT id, start_ns, duration_ns, stream_id, correlation_id, channel_id, graph_node_id, "
	"is_async,"
	" size_bytes, copy_kind, source_kind, target_kind, source_device_id, target_device_id FROM "
	"copy",
	"SELECT id, start_ns, duration_ns, stream_id, correlation_id, channel_id, graph_node_id, "
	"is_async,"
	" size_bytes, memory_kind FROM fill",
	"SELECT id, type, start_ns, duration_ns, context_id, stream_id, event_id, sync_id, "
	"correlation_id"
	" FROM synchronization",
	"SELECT id, stream_id, event_id, sync_id, correlation_id FROM event_record",
	"SELECT id, time_ns, operation, memory_kind, size_bytes, address, device_id, is_async,"
	" correlation_id FROM allocation",
	"SELECT id, name_id, domain_id, thread_id, start_ns, end_ns FROM marker",
};

static double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Steps over every row and, with IS_READING, takes each value. Returns seconds, or -1. */
static double scan_columns(const char *path, bool is_reading)
{
	double begin_s = now_s();
	volatile int64_t sum = 0;
	sqlite3 *db;

	if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) !=
	    SQLITE_OK)
		return -1;
	for (size_t i = 0; i < sizeof selects / sizeof *selects; i++) {
		sqlite3_stmt *stmt;
		int columns;

		if (sqlite3_prepare_v2(db, selects[i], -1, &stmt, NULL) != SQLITE_OK)
			return -1;
		columns = sqlite3_column_count(stmt);
		while (sqlite3_step(stmt) == SQLITE_ROW)
			for (int c = 0; is_reading && c < columns; c++)
				sum += sqlite3_column_int64(stmt, c);
		sqlite3_finalize(stmt);
	}
	sqlite3_close(db);
	return now_s() - begin_s;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *values)
{
	qsort(values, ROUNDS, sizeof *values, compare);
	return values[ROUNDS / 2];
}

static int bench(const char *path)
{
	double step_s[ROUNDS], scan_s[ROUNDS], load_s[ROUNDS], graph_s[ROUNDS], scan, analyse;
	char error[TRACE_ERROR_MAX];
	double operations = 0;
	struct rusage usage;

	for (int round = 0; round < ROUNDS; round++) {
		double begin_s = now_s(), loaded_s;
		struct trace trace;
		struct graph graph;

		if (trace_load(&trace, path, error)) {
			fprintf(stderr, "bench-load: cannot load the trace: path=\"%s\": %s\n",
			        path, error);
			return 1;
		}
		loaded_s = now_s();
		if (graph_build(&graph, &trace)) {
			fputs("bench-load: out of memory\n", stderr);
			return 1;
		}
		load_s[round] = loaded_s - begin_s;
		graph_s[round] = now_s() - loaded_s;
		operations = (double)trace.operations.count;
		if (round == 0)
			getrusage(RUSAGE_SELF, &usage);
		graph_release(&graph);
		trace_release(&trace);
		step_s[round] = scan_columns(path, false);
		scan_s[round] = scan_columns(path, true);
	}
	scan = median(scan_s);
	analyse = median(load_s) + median(graph_s);
	printf("%10.0f %9.3f %9.3f %9.3f %9.3f %9.2f %9.0f %9.0f\n", operations, median(step_s),
	       scan, median(load_s), median(graph_s), analyse / scan, analyse * 1e9 / operations,
	       (double)usage.ru_maxrss * 1024 / operations);
	return 0;
}

int main(int argc, char **argv)
{
	int status = 0, failed = argc < 2;

	printf("%10s %9s %9s %9s %9s %9s %9s %9s\n", "operations", "step s", "scan s", "load s",
	       "graph s", "/ scan", "ns each", "bytes each");
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
