/* SPDX-License-Identifier: MIT */
/* Tests of loading a trace: what becomes of each row, good or bad. Traces are made by SQL in a new
 * folder. */
#include "trace/trace.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/call_class.h"
#include "trace/operation_order.h"
#include "trace/trace_window.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

static char folder[] = "/tmp/warpwise-trace-test-XXXXXX";
static char path[sizeof folder + 16];

/* Two devices, streams, calls; one kernel, copy and fill. */
static const char base_sql[] =
        "INSERT INTO meta VALUES ('trace_start_unix_ns', 1700000000000000000), ('state', "
        "'complete'),"
        " ('driver_version', 13000), ('runtime_version', 12080), ('collector_version', '0.1');"
        "INSERT INTO process VALUES (1, 7, 6, 'h', '/bin/app', 'app x', '/', 0);"
        "INSERT INTO environment VALUES ('CUDA_DEVICE_MAX_CONNECTIONS', '1'), ('RANK', '3');"
        "INSERT INTO device (id, name, compute_capability_major, compute_capability_minor, "
        "multiprocessors)"
        " VALUES (0, 'A', 9, 0, 132), (2, 'B', 8, 0, 108);"
        "INSERT INTO context VALUES (1, 0, 7, NULL, NULL), (5, 2, 7, NULL, 16);"
        "INSERT INTO stream VALUES (1, 1, 7, 0, 0), (2, 1, 13, 2, -5), (900, 5, 14, 1, NULL);"
        "INSERT INTO thread VALUES (1, 7, 'app'), (2, 8, NULL);"
        "INSERT INTO function VALUES (10, '_Z1fv');"
        "INSERT INTO launch_shape VALUES (4, 10, 2,3,4, 32,2,1, 0,0,0, 40, 100, 200, 300, NULL, 1, "
        "8, 1);"
        "INSERT INTO string VALUES (1, 'cudaLaunchKernel_v7000'), (2, 'cudaLaunchKernel_v11060'),"
        " (3, 'cuMemcpyHtoDAsync_v2'), (50, 'range'), (51, 'domain');"
        "INSERT INTO api_call VALUES (100, 10, 5, 1, 1, 0), (103, 20, 5, 2, 2, 0), (110, 30, 5, 1, "
        "3, 2);"
        "INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, "
        "channel_id,"
        " graph_node_id) VALUES (300, 50, 1, 4, 103, 8, NULL);"
        "INSERT INTO copy (start_ns, duration_ns, stream_id, size_bytes, copy_kind, source_kind, "
        "target_kind,"
        " is_async, correlation_id, channel_id, source_device_id, target_device_id)"
        " VALUES (100, 20, 900, 4096, 1, 1, 3, 0, 110, 9, 0, 2);"
        "INSERT INTO fill (start_ns, duration_ns, stream_id, size_bytes, value, memory_kind, "
        "is_async,"
        " correlation_id, channel_id, graph_node_id) VALUES (200, 1, 2, 64, 0, 3, 1, 104, -1, 5);";

static void make_trace(const char *sql)
{
	char error[TRACE_ERROR_MAX], *message = NULL;
	sqlite3 *db;

	snprintf(path, sizeof path, "%s/t.db", folder);
	unlink(path);
	ck_assert_msg(trace_file_create(path, &db, error) == 0, "%s", error);
	ck_assert_msg(sqlite3_exec(db, base_sql, NULL, NULL, &message) == SQLITE_OK, "%s", message);
	ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, &message) == SQLITE_OK, "%s", message);
	ck_assert_int_eq(trace_file_close_complete(db), 0);
}

static void load(struct trace *trace, const char *sql)
{
	char error[TRACE_ERROR_MAX];

	make_trace(sql);
	ck_assert_msg(trace_load(trace, path, error) == 0, "%s", error);
	unlink(path);
}

/* After 2^32 calls the recorder goes on counting. */
START_TEST(loads_calls_of_a_long_run)
{
	struct trace t;

	load(&t, "UPDATE api_call SET id = id + 4294967290; UPDATE kernel SET correlation_id = "
	         "correlation_id + 4294967290;");
	ck_assert_uint_eq(t.diagnostics_count, 2); /* copy and fill are of other calls */
	ck_assert_uint_eq(t.calls.count, 3);
	ck_assert_uint_eq(t.operations.count, 1);
	ck_assert_uint_eq(t.operations.call[0], 1);
	trace_release(&t);
}
END_TEST

START_TEST(loads_the_facts)
{
	struct trace t;

	load(&t, "");
	ck_assert(t.is_complete);
	ck_assert_int_eq(t.start_unix_ns, 1700000000000000000);
	ck_assert_int_eq(t.driver_version, 13000);
	ck_assert_int_eq(t.runtime_version, 12080);
	ck_assert_int_eq(t.pid, 7);
	ck_assert_str_eq(t.executable, "/bin/app");
	ck_assert_str_eq(t.command_line, "app x");
	ck_assert_str_eq(trace_environment(&t, "RANK"), "3");
	ck_assert_ptr_null(trace_environment(&t, "PATH"));
	ck_assert_str_eq(trace_code_name(&t, "copy_kind", COPY_HTOD), "host to device");
	ck_assert_str_eq(trace_code_name(&t, "copy_kind", 99), "unknown");
	ck_assert_str_eq(t.threads[1].name, "");
	ck_assert_str_eq(t.devices[1].uuid, "");
	ck_assert_int_eq(t.contexts[0].multiprocessors, 132); /* the device's */
	ck_assert_int_eq(t.contexts[1].multiprocessors, 16);
	ck_assert_int_eq(t.streams[0].type, STREAM_NULL); /* known by its number alone */
	ck_assert_int_eq(t.streams[1].type, STREAM_NON_BLOCKING);
	ck_assert_int_eq(t.streams[1].priority, -5);
	ck_assert_uint_eq(t.streams[2].device, 1);
	ck_assert_uint_eq(t.diagnostics_count, 0);
	trace_release(&t);
	ck_assert_ptr_null(t.memory);
	trace_release(&t); /* of nothing */
}
END_TEST

START_TEST(orders_and_joins_operations)
{
	const struct trace_operations *o;
	struct trace t;

	load(&t, "");
	o = &t.operations;
	ck_assert_uint_eq(o->count, 3);
	ck_assert_int_eq(o->type[0], OPERATION_COPY);
	ck_assert_int_eq(o->start_ns[0], 100);
	ck_assert_int_eq(o->end_ns[0], 120);
	ck_assert_uint_eq(o->stream[0], 2);
	ck_assert_uint_eq(o->call[0], 2);
	ck_assert_int_eq(o->flags[0], 0);
	ck_assert_uint_eq(o->channel[0], 9);
	ck_assert_int_eq(t.transfers[o->detail[0]].size_bytes, 4096);
	ck_assert_int_eq(t.transfers[o->detail[0]].source_kind, MEMORY_PAGEABLE);
	ck_assert_uint_eq(t.transfers[o->detail[0]].target_device, 1);

	ck_assert_int_eq(o->type[1], OPERATION_FILL);
	ck_assert_uint_eq(o->call[1], NONE); /* 104 is not in the trace */
	ck_assert_int_eq(o->flags[1], OPERATION_ASYNC | OPERATION_GRAPH);
	ck_assert_uint_eq(o->channel[1], UINT16_MAX);
	ck_assert_uint_eq(t.transfers[o->detail[1]].source_device, NONE);

	ck_assert_int_eq(o->type[2], OPERATION_KERNEL);
	ck_assert_uint_eq(o->call[2], 1);
	ck_assert_int_eq(o->flags[2], OPERATION_ASYNC);
	ck_assert_int_eq(t.launch_shapes[o->detail[2]].grid[2], 4);
	ck_assert_int_eq(t.launch_shapes[o->detail[2]].shared_carveout_percent, -1);
	ck_assert_str_eq(t.functions[t.launch_shapes[o->detail[2]].function].name, "_Z1fv");
	ck_assert_int_eq(t.first_ns, 10);
	ck_assert_int_eq(t.last_ns, 350);
	trace_release(&t);
}
END_TEST

START_TEST(names_calls_once)
{
	struct trace t;

	load(&t, "");
	ck_assert_uint_eq(t.calls.count, 3);
	ck_assert_uint_eq(t.call_names_count, 2);
	ck_assert_uint_eq(t.calls.name[0], t.calls.name[1]); /* two versions of one function */
	ck_assert_str_eq(t.call_names[t.calls.name[0]].name, "cudaLaunchKernel");
	ck_assert_int_eq(t.call_names[t.calls.name[0]].class, CALL_LAUNCH);
	ck_assert_str_eq(t.call_names[t.calls.name[2]].name, "cuMemcpyHtoDAsync_v2");
	ck_assert(t.call_names[t.calls.name[2]].is_driver);
	ck_assert_int_eq(t.calls.result[2], 2);
	ck_assert_uint_eq(t.calls.thread[1], 1);
	trace_release(&t);
}
END_TEST

/* 9000 names in no order, each of two calls: 8192 names fit, with the two of base_sql. */
START_TEST(takes_thousands_of_names)
{
	struct trace t;
	char name[32];

	load(&t,
	     "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 8999)"
	     " INSERT INTO string SELECT 1000 + i, printf('cuda%dName', i * 7919 % 9000) FROM n;"
	     "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 17999)"
	     " INSERT INTO api_call SELECT 1000 + i, 100 + i, 1, 1, 1000 + i / 2, 0 FROM n;");
	ck_assert_uint_eq(t.call_names_count, 8192);
	ck_assert_uint_eq(t.calls.count, 3 + 2 * 8190);
	for (uint32_t c = 3; c < t.calls.count; c++) {
		snprintf(name, sizeof name, "cuda%uName", (c - 3) / 2 * 7919 % 9000);
		ck_assert_str_eq(t.call_names[t.calls.name[c]].name, name);
	}
	ck_assert_uint_eq(t.diagnostics_count, 1);
	ck_assert_str_eq(t.diagnostics[0].code, "bad-row");
	ck_assert_int_eq(t.diagnostics[0].count, 2 * (9000 - 8190));
	trace_release(&t);
}
END_TEST

#define KERNEL(values)                                                                           \
	"INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id," \
	" channel_id) VALUES (" values ")"
#define COPY(values)                                                                              \
	"INSERT INTO copy (start_ns, duration_ns, stream_id, size_bytes, copy_kind, source_kind," \
	" target_kind, is_async, correlation_id, channel_id, target_device_id) VALUES (" values   \
	")"
#define SYNC(values)                                                                        \
	"INSERT INTO synchronization (type, start_ns, duration_ns, context_id, stream_id, " \
	"correlation_id,"                                                                   \
	" result) VALUES (" values ")"

/* Each adds one row that makes no sense; all else must be as without it. */
static const struct {
	const char *table, *sql;
} bad_rows[] = {
	{ "measured_launch", "INSERT INTO measured_launch VALUES (1, 5, 103, 1, 1)" },
	{ "measured_launch", "INSERT INTO measured_launch VALUES (1, 4, -1, 1, 1)" },
	{ "measured_launch", "INSERT INTO measured_launch VALUES (1, 4, 103, 0, 1)" },
	{ "measured_launch", "INSERT INTO measured_launch VALUES (1, 4, 103, 1, 4294967296)" },
	{ "launch_metric", "INSERT INTO metric VALUES (1, 'm');"
	                   "INSERT INTO launch_metric VALUES (1, 1, 1)" },
	{ "launch_metric", "INSERT INTO measured_launch VALUES (1, 4, NULL, 1, 1);"
	                   "INSERT INTO launch_metric VALUES (1, 1, 1)" },
	{ "launch_metric", "INSERT INTO measured_launch VALUES (1, 4, NULL, 1, 1);"
	                   "INSERT INTO metric VALUES (1, 'm');"
	                   "INSERT INTO launch_metric VALUES (1, 1, 9e999)" },
	{ "instruction_metric", "INSERT INTO measured_launch VALUES (1, 4, NULL, 1, 1);"
	                        "INSERT INTO metric VALUES (1, 'm');"
	                        "INSERT INTO instruction_metric VALUES (1, 1, 1, -1, 1, 1)" },
	{ "instruction_metric", "INSERT INTO measured_launch VALUES (1, 4, NULL, 1, 1);"
	                        "INSERT INTO metric VALUES (1, 'm');"
	                        "INSERT INTO instruction_metric VALUES (1, 1, 1, 0, 1, -1)" },
	{ "gpu_sample", "INSERT INTO gpu_sample VALUES (1, 1, 0, 1)" }, /* no such device */
	{ "gpu_sample", "INSERT INTO gpu_sample VALUES (1, 0, 0, -1)" },
	{ "gpu_sample_metric", "INSERT INTO metric VALUES (1, 'm');"
	                       "INSERT INTO gpu_sample_metric VALUES (1, 1, 1)" },
	{ "kernel", KERNEL("1, -1, 1, 4, 103, 8") },
	{ "kernel", KERNEL("9223372036854775807, 1, 1, 4, 103, 8") },
	{ "kernel", KERNEL("1, 9223372036854775807, 1, 4, 103, 8") },
	{ "kernel", KERNEL("-9223372036854775807, 9223372036854775807, 1, 4, 103, 8") },
	{ "kernel", KERNEL("1, 1, 3, 4, 103, 8") }, /* no such stream */
	{ "kernel", KERNEL("1, 1, -9223372036854775807, 4, 103, 8") },
	{ "kernel", KERNEL("1, 1, 1, 5, 103, 8") },       /* no such shape */
	{ "kernel", KERNEL("NULL, NULL, 1, 5, 103, 8") }, /* ... though it has no times either */
	{ "kernel", KERNEL("1, 1, 1, 4, -1, 8") },        /* no correlation id */
	{ "kernel", KERNEL("1, 1, 1, 4, 4294967295, 8") },
	{ "copy", COPY("1, 1, 1, -1, 1, 1, 3, 1, 100, 8, NULL") },
	{ "copy", COPY("1, 1, 1, 9223372036854775807, 1, 1, 3, 1, 100, 8, NULL") },
	{ "copy", COPY("1, 1, 1, 1, 1, 1, 3, 1, 100, 8, 1") }, /* no such device */
	{ "copy", COPY("1152921504606846975, 2, 1, 1, 1, 1, 3, 1, 100, 8, NULL") },
	{ "copy", COPY("1, -1, 1, 1, 1, 1, 3, 1, 100, 8, NULL") },
	{ "copy", COPY("1, 1, 77, 1, 1, 1, 3, 1, 100, 8, NULL") },
	{ "api_call", "INSERT INTO api_call VALUES (200, 1, -1, 1, 1, 0)" },
	{ "api_call", "INSERT INTO api_call VALUES (200, 1, 1, 3, 1, 0)" },  /* no such thread */
	{ "api_call", "INSERT INTO api_call VALUES (200, 1, 1, 1, 49, 0)" }, /* no such string */
	{ "api_call", "INSERT INTO api_call VALUES (200, 1, 1, 1, 1, 4294967296)" },
	{ "api_call", "INSERT INTO api_call VALUES (-1, 1, 1, 1, 1, 0)" },
	{ "stream", "INSERT INTO stream VALUES (5, 77, 1, 1, 0)" },
	{ "context", "INSERT INTO context VALUES (9, 1, 1, NULL, NULL)" },
	{ "device",
	  "INSERT INTO device (id, name, compute_capability_major, compute_capability_minor,"
	  " multiprocessors) VALUES (-1, 'C', 9, 0, 1)" },
	{ "device",
	  "INSERT INTO device (id, name, compute_capability_major, compute_capability_minor,"
	  " multiprocessors) VALUES (3, 'C', 9, 0, -1)" },
	{ "launch_shape",
	  "INSERT INTO launch_shape VALUES (9, 99, 1,1,1, 1,1,1, 0,0,0, 1, 0,0,0, NULL, 0, 0, 0)" },
	{ "launch_shape",
	  "INSERT INTO launch_shape VALUES (9, 10, 0,1,1, 1,1,1, 0,0,0, 1, 0,0,0, NULL, 0, 0, 0)" },
	{ "launch_shape", "INSERT INTO launch_shape VALUES (9, 10, 1,65536,1, 1,1,1, 0,0,0, 1, "
	                  "0,0,0, NULL, 0, 0, 0)" },
	{ "launch_shape", "INSERT INTO launch_shape VALUES (9, 10, 1,1,1, 1,1,1, 0,0,0, 1, -1,0,0, "
	                  "NULL, 0, 0, 0)" },
	{ "synchronization", SYNC("3, 1, -1, 1, 1, 100, 0") },
	{ "synchronization", SYNC("3, 1, 1, 1, 77, 100, 0") },
	{ "event_record", "INSERT INTO event_record VALUES (1, 77, 1, 1, 100, NULL)" },
	{ "device_link", "INSERT INTO device_link VALUES (0, 77, 1000)" },
	{ "device_link", "INSERT INTO device_link VALUES (0, 0, 0)" },
	{ "host_function", "INSERT INTO host_function VALUES (1, 77, 100)" },
	{ "copy_stream", "INSERT INTO copy_stream VALUES (1, 77, 100)" },
	{ "allocation", "INSERT INTO allocation VALUES (1, 1, 0, 3, 1, 1, 0, NULL, 0, NULL, 100)" },
	{ "allocation",
	  "INSERT INTO allocation VALUES (1, 1, 1, 3, -1, 1, 0, NULL, 0, NULL, 100)" },
	{ "marker", "INSERT INTO marker VALUES (1, 50, NULL, 1, 10, 9)" },
	{ "marker", "INSERT INTO marker VALUES (1, 49, NULL, 1, 10, 11)" },
	{ "marker", "INSERT INTO marker VALUES (1, 50, NULL, 77, 10, 11)" },
	{ "overhead", "INSERT INTO overhead VALUES (1, 0, 1, -1, NULL)" },
	{ "migration", "INSERT INTO migration VALUES (1, 1, 0, -1, 4096, 2, 0, NULL)" },
	{ "migration", "INSERT INTO migration VALUES (1, 1, 0, 1, -1, 2, 0, NULL)" },
	{ "migration", "INSERT INTO migration VALUES (1, 1, 0, 1, 4096, 2, 0, 77)" },
	{ "diagnostic", "INSERT INTO diagnostic VALUES ('a', 'b', 3, 1, 'm')" },
	{ "diagnostic", "INSERT INTO diagnostic VALUES ('a', 'b', 1, -1, 'm')" },
};

START_TEST(leaves_out_a_bad_row)
{
	struct trace t;

	load(&t, bad_rows[_i].sql);
	ck_assert_msg(t.diagnostics_count == 1, "%s", bad_rows[_i].sql);
	ck_assert_str_eq(t.diagnostics[0].code, "bad-row");
	ck_assert_str_eq(t.diagnostics[0].subject, bad_rows[_i].table);
	ck_assert_int_eq(t.diagnostics[0].count, 1);
	ck_assert_uint_eq(t.operations.count, 3);
	ck_assert_uint_eq(t.transfers_count, 2);
	ck_assert_uint_eq(t.calls.count, 3);
	ck_assert_int_eq(t.untimed_operations, 0);
	ck_assert_uint_eq(t.streams_count + t.contexts_count + t.devices_count, 3 + 2 + 2);
	ck_assert_uint_eq(t.synchronizations_count + t.event_records_count + t.allocations_count +
	                          t.markers_count + t.overheads_count + t.migrations_count,
	                  0);
	trace_release(&t);
}
END_TEST

/* At the edge, still good. */
START_TEST(keeps_extreme_rows)
{
	struct trace t;

	load(&t, KERNEL("-1152921504606846976, 2305843009213693952, 1, 4, 4294967294, 65535"));
	ck_assert_uint_eq(t.operations.count, 4);
	ck_assert_int_eq(t.operations.start_ns[0], -TRACE_TIME_MAX_NS);
	ck_assert_int_eq(t.operations.end_ns[0], TRACE_TIME_MAX_NS);
	ck_assert_uint_eq(t.operations.channel[0], UINT16_MAX);
	ck_assert_int_eq(t.last_ns, TRACE_TIME_MAX_NS);
	trace_release(&t);
}
END_TEST

START_TEST(counts_untimed_operations)
{
	struct trace t;

	load(&t, KERNEL("NULL, NULL, 1, 4, 103, 8") ";" KERNEL("5, NULL, 1, 4, 103, 8") ";" COPY(
	                 "NULL, NULL, 1, 5, 1, 1, 3, 1, 100, 8, NULL"));
	ck_assert_int_eq(t.untimed_operations, 3);
	ck_assert_uint_eq(t.operations.count, 3);
	ck_assert_uint_eq(t.diagnostics_count, 0);
	trace_release(&t);
}
END_TEST

START_TEST(takes_new_codes_as_unknown)
{
	struct trace t;

	load(&t, COPY("1, 1, 1, 5, 99, 88, -7, 1, 100, 8, NULL") ";" SYNC(
	                 "9, 1, 1, NULL, NULL, 100, 0"));
	ck_assert_int_eq(t.transfers[1].copy_kind, COPY_UNKNOWN);
	ck_assert_int_eq(t.transfers[1].source_kind, MEMORY_UNKNOWN);
	ck_assert_int_eq(t.transfers[1].target_kind, MEMORY_UNKNOWN);
	ck_assert_int_eq(t.synchronizations[0].type, SYNC_UNKNOWN);
	ck_assert_uint_eq(t.synchronizations[0].stream, NONE);
	trace_release(&t);
}
END_TEST

START_TEST(ends_open_markers_with_the_trace)
{
	struct trace t;

	load(&t, "INSERT INTO marker VALUES (1, 50, 51, 1, 40, NULL), (2, 50, NULL, NULL, 20, 30),"
	         " (3, NULL, NULL, 1, NULL, 30), (4, 50, NULL, 1, 20, 90), (5, 50, NULL, 1, 999, "
	         "NULL)");
	ck_assert_uint_eq(t.markers_count, 4);
	ck_assert_int_eq(t.markers[0].end_ns, 90); /* the longer one first */
	ck_assert_uint_eq(t.markers[1].thread, NONE);
	ck_assert_int_eq(t.markers[2].end_ns, t.last_ns);
	ck_assert_str_eq(t.markers[2].domain, "domain");
	ck_assert_int_eq(t.markers[3].end_ns, 999);
	ck_assert_uint_eq(t.diagnostics_count, 2);
	ck_assert_str_eq(t.diagnostics[0].code, "unpaired-marker");
	ck_assert_str_eq(t.diagnostics[1].code, "open-marker");
	ck_assert_int_eq(t.diagnostics[1].count, 2);
	trace_release(&t);
}
END_TEST

START_TEST(names_the_open_markers_that_began_last)
{
	struct trace t;

	load(&t,
	     "INSERT INTO string VALUES (101, 'a'), (102, 'b'), (103, 'c'), (104, 'd');"
	     "INSERT INTO marker VALUES (1, 104, NULL, 1, 40, NULL), (2, 101, NULL, 1, 10, NULL),"
	     " (3, 103, NULL, 1, 30, NULL), (4, 102, NULL, 1, 20, NULL), (5, 101, NULL, 1, 50, "
	     "60)");
	ck_assert_uint_eq(t.diagnostics_count, 1);
	ck_assert_int_eq(t.diagnostics[0].count, 4);
	ck_assert_str_eq(t.diagnostics[0].subject, "b, c, d");
	trace_release(&t);
}
END_TEST

START_TEST(orders_the_small_tables)
{
	struct trace t;

	load(&t,
	     SYNC("3, 50, 1, 1, 1, 110, 0") ";" SYNC(
	             "2, 40, 0, 1, 2, 100, 0") ";"
	                                       "INSERT INTO event_record VALUES (1, 2, 1, 77, 110, "
	                                       "NULL), (2, 2, 1, 78, 105, NULL);"
	                                       "INSERT INTO host_function VALUES (1, 2, 110), "
	                                       "(2, 1, 100);"
	                                       "INSERT INTO allocation VALUES (1, 9, 1, 3, 64, -1, "
	                                       "0, NULL, 0, NULL, 100),"
	                                       " (2, 3, 2, 3, 64, 16, NULL, NULL, 1, NULL, 103);"
	                                       "INSERT INTO overhead VALUES (1, 65536, 9, 1, "
	                                       "NULL), (2, 1, 3, 1, 1);");
	ck_assert_int_eq(t.synchronizations[0].start_ns, 40);
	ck_assert_uint_eq(t.synchronizations[0].call, 0);
	ck_assert_int_eq(t.event_records[0].sync_id, 78);
	ck_assert_uint_eq(t.event_records[0].call, NONE);
	ck_assert_uint_eq(t.event_records[0].correlation_id, 105);
	ck_assert_uint_eq(t.host_functions_count, 2);
	ck_assert_uint_eq(t.host_functions[0].correlation_id, 100);
	ck_assert_uint_eq(t.host_functions[0].call, 0);
	ck_assert_uint_eq(t.host_functions[1].stream, t.event_records[0].stream);
	ck_assert(t.allocations[0].is_release && t.allocations[0].is_async);
	ck_assert_uint_eq(t.allocations[0].device, NONE);
	ck_assert_uint_eq(t.allocations[0].call, 1);
	ck_assert_uint_eq(t.allocations[1].address, UINT64_MAX);
	ck_assert_int_eq(t.overheads[0].kind, 1);
	trace_release(&t);
}
END_TEST

/* An index holds columns in its own order, and SQLite likes to read it instead of the table. */
START_TEST(ignores_indexes)
{
	struct trace t;

	load(&t, KERNEL("2, 3, 1, 4, 100, 8") ";"
	                                      "CREATE INDEX i ON kernel (channel_id, start_ns, "
	                                      "duration_ns, stream_id,"
	                                      " correlation_id, graph_node_id, launch_shape_id);"
	                                      "CREATE INDEX j ON string (text DESC)");
	ck_assert_uint_eq(t.operations.count, 4);
	ck_assert_int_eq(t.operations.start_ns[0], 2);
	trace_release(&t);
}
END_TEST

/* Ids with gaps of all sizes; operations that refer to them in any order, and to what is not
 * there. */
START_TEST(finds_calls_among_gaps)
{
	enum { CALLS = 300 };
	char sql[CALLS * 200] =
	        "DELETE FROM api_call; DELETE FROM kernel; DELETE FROM copy; DELETE FROM fill;";
	int64_t ids[CALLS];
	struct trace t;
	size_t used = strlen(sql);

	for (int i = 0; i < CALLS; i++) {
		ids[i] = (i ? ids[i - 1] : 0) + 2 + (i % 7 ? i % 3 : i * 1001);
		used += (size_t)sprintf(sql + used,
		                        "INSERT INTO api_call VALUES (%lld, %d, 1, 1, 1, 0);",
		                        (long long)ids[i], i);
	}
	for (int i = 0; i < CALLS; i++)
		used += (size_t)sprintf(sql + used, KERNEL("%d, 1, 1, 4, %lld, 8") ";", i,
		                        (long long)(ids[i * 37 % CALLS] - (i % 5 == 0)));
	load(&t, sql);
	ck_assert_uint_eq(t.operations.count, CALLS);
	for (int i = 0; i < CALLS; i++)
		ck_assert_uint_eq(t.operations.call[i], i % 5 ? (uint32_t)(i * 37 % CALLS) : NONE);
	trace_release(&t);
}
END_TEST

static const char samples_sql[] =
        "INSERT INTO stall_reason VALUES (3, 'x_stalled_wait_not_issued'), (5, "
        "'x_stalled_wait'), (6, 'x_stalled_selected'), (7, 'other_not_issued');"
        "INSERT INTO function VALUES (11, '_Z1gv');"
        "INSERT INTO pc_sample VALUES (1, 5, 11, -2, 32, 5, 4), (2, 1, 10, 7, 16, 5, 1), (3, 77, "
        "10, 7, 0, 6, 2), (4, 1, 10, -2, 64, 3, 3);"
        "INSERT INTO pc_sampling VALUES (1, NULL, 9, 1, 2), (5, 32, 4, 0, 0);";

START_TEST(loads_samples_of_warps)
{
	static const int64_t samples[] = { 3, 2, 1, 4 }; /* by function, module, offset */
	struct trace t;

	load(&t, samples_sql);
	ck_assert_uint_eq(t.stall_reasons_count, 4);
	ck_assert_str_eq(t.stall_reasons[1].label, "wait");
	ck_assert(t.stall_reasons[0].is_subset && !t.stall_reasons[1].is_subset);
	ck_assert_uint_eq(t.stall_reasons[0].subset_of, 1);
	ck_assert(t.stall_reasons[2].is_issuing && !t.stall_reasons[1].is_issuing);
	ck_assert(t.stall_reasons[3].is_subset);
	ck_assert_uint_eq(t.stall_reasons[3].subset_of, NONE);
	ck_assert_uint_eq(t.pc_samples_count, 4);
	for (size_t i = 0; i < ARRAY_SIZE(samples); i++)
		ck_assert_int_eq(t.pc_samples[i].samples, samples[i]);
	ck_assert_uint_eq(t.pc_samples[1].context, NONE);
	ck_assert_uint_eq(t.pc_samples[3].context, 1);
	ck_assert_uint_eq(t.pc_samples[3].function, 1);
	ck_assert_int_eq(t.pc_samples[0].module_crc, -2);
	ck_assert_uint_eq(t.pc_samplings_count, 2);
	ck_assert_int_eq(t.pc_samplings[0].period_cycles, 0);
	ck_assert_int_eq(t.pc_samplings[0].non_user_samples, 2);
	ck_assert_int_eq(t.pc_samplings[1].period_cycles, 32);
	trace_release(&t);
}
END_TEST

/* A metric, a measured launch of shape 4 by call 103, a sample of the GPU. */
#define COUNTED                                                                                  \
	"INSERT INTO metric VALUES (3, 'm.sum'), (9, 'n');"                                      \
	"INSERT INTO measured_launch VALUES (2, 4, 103, 1, 2), (5, 4, NULL, 1, 1), (6, 4, 104, " \
	"2, 1);"                                                                                 \
	"INSERT INTO gpu_sample (id, device_id, start_ns, duration_ns) VALUES (1, 2, 10, 5), "   \
	"(2, 0, 30, 5), (3, 0, 20, 5);"

START_TEST(loads_counters)
{
	static const int64_t values[] = { 2, 4, 3, 5, 1 }; /* by module, offset, metric, launch */
	const struct trace_gpu_sample *samples;
	struct trace t;

	load(&t, COUNTED
	     "INSERT INTO kernel (stream_id, launch_shape_id, correlation_id, channel_id) VALUES "
	     "(1, "
	     "4, 103, 0), (1, 4, 109, 0), (1, 4, 104, 0);"
	     "INSERT INTO launch_metric VALUES (5, 3, 1.5), (2, 9, -2), (2, 3, 0);"
	     "INSERT INTO instruction_metric (measured_launch_id, module_crc, pc_offset_bytes, "
	     "metric_id, value) VALUES (2, 7, 32, 3, 1), (2, -7, 48, 3, 2), (5, 7, 16, 3, 3), (2, "
	     "7, "
	     "16, 3, 4), (2, 7, 16, 9, 5);"
	     "INSERT INTO gpu_sample_metric VALUES (2, 9, 4), (1, 3, 3), (2, 3, 5)");
	ck_assert_uint_eq(t.diagnostics_count, 0);
	ck_assert_uint_eq(t.metrics_count, 2);
	ck_assert_uint_eq(t.measured_launches_count, 3);
	ck_assert_uint_eq(t.measured_launches[0].call, 1);
	ck_assert_uint_eq(t.measured_launches[1].call, NONE);
	ck_assert_uint_eq(t.measured_launches[2].call, NONE); /* a call that is not recorded */
	ck_assert_int_eq(t.untimed_operations, 1);            /* 109 alone was not measured */
	ck_assert_int_eq(t.launch_shapes[0].untimed_launches, 3);
	ck_assert_uint_eq(t.launch_metrics_count, 3);
	ck_assert_uint_eq(t.launch_metrics[1].metric, 1);
	ck_assert_double_eq(t.launch_metrics[2].value, 1.5);
	ck_assert_uint_eq(t.instruction_metrics_count, 5);
	for (size_t i = 0; i < ARRAY_SIZE(values); i++)
		ck_assert_int_eq(t.instruction_metrics[i].value, values[i]);
	samples = t.gpu_samples; /* by device and time; their values stay with them */
	ck_assert_uint_eq(t.gpu_samples_count, 3);
	ck_assert_int_eq(samples[0].start_ns, 20);
	ck_assert_uint_eq(samples[0].value_count, 0);
	ck_assert_uint_eq(samples[1].value_count, 2);
	ck_assert_double_eq(t.gpu_sample_values[samples[1].first_value].value, 5);
	ck_assert_uint_eq(samples[2].device, 1);
	ck_assert_double_eq(t.gpu_sample_values[samples[2].first_value].value, 3);
	trace_release(&t);
}
END_TEST

START_TEST(pairs_of_keys_rise)
{
	char error[TRACE_ERROR_MAX];
	struct trace t;

	/* A key of two columns, without the file's own order. */
	make_trace(COUNTED
	           "DROP TABLE launch_metric; CREATE TABLE launch_metric (measured_launch_id "
	           "INTEGER NOT NULL, metric_id INTEGER NOT NULL, value REAL NOT NULL);"
	           "INSERT INTO launch_metric VALUES (2, 9, 1), (2, 3, 1)");
	ck_assert_int_eq(trace_load(&t, path, error), -EINVAL);
	unlink(path);
}
END_TEST

START_TEST(reads_older_versions)
{
	struct trace t;
	char error[TRACE_ERROR_MAX];

	make_trace("DROP TABLE stall_reason; DROP TABLE pc_sample; DROP TABLE pc_sampling;"
	           "PRAGMA user_version = 1");
	ck_assert_int_eq(trace_load(&t, path, error), 0);
	ck_assert_uint_eq(t.operations.count, 3);
	ck_assert_uint_eq(t.pc_samples_count, 0);
	trace_release(&t);
	make_trace("DROP TABLE metric; DROP TABLE measured_launch; DROP TABLE launch_metric; DROP "
	           "TABLE instruction_metric; DROP TABLE gpu_sample; DROP TABLE gpu_sample_metric;"
	           "PRAGMA user_version = 2");
	ck_assert_int_eq(trace_load(&t, path, error), 0);
	ck_assert_uint_eq(t.measured_launches_count, 0);
	trace_release(&t);
	make_trace("DROP TABLE pc_sample; PRAGMA user_version = 2");
	ck_assert_int_eq(trace_load(&t, path, error), -EINVAL);
	make_trace("DROP TABLE pc_sample; CREATE TABLE pc_sample (x); PRAGMA user_version = 1");
	ck_assert_int_eq(trace_load(&t, path, error), -EINVAL);
	make_trace("DROP TABLE copy; PRAGMA user_version = 1");
	ck_assert_int_eq(trace_load(&t, path, error), -EINVAL);
	unlink(path);
}
END_TEST

START_TEST(says_what_is_wrong)
{
	struct trace t;
	char error[TRACE_ERROR_MAX];
	FILE *file;

	ck_assert_int_eq(trace_load(&t, "/nonexistent/x.db", error), -ENOENT);
	ck_assert_int_eq(trace_load(&t, folder, error), -EISDIR);
	ck_assert_str_eq(error, "is a directory");
	snprintf(path, sizeof path, "%s/t.db", folder);
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs("no database, but long enough to be read as one header or so", file);
	fclose(file);
	ck_assert_int_eq(trace_load(&t, path, error), -EINVAL);
	ck_assert_str_eq(error, "is not an SQLite file");
	make_trace("PRAGMA user_version = 99");
	ck_assert_int_eq(trace_load(&t, path, error), -ENOTSUP);
	make_trace("DROP TABLE copy; CREATE VIEW copy AS SELECT 1");
	ck_assert_int_eq(trace_load(&t, path, error), -EINVAL);
	unlink(path);
}
END_TEST

static const struct {
	const char *name;
	enum call_class class;
} names[] = {
	{ "cudaLaunchKernel_v7000", CALL_LAUNCH },
	{ "cudaLaunchKernel_ptsz_v7000", CALL_LAUNCH },
	{ "cudaLaunchKernelExC_v11060", CALL_LAUNCH },
	{ "cudaLaunchCooperativeKernel_v9000", CALL_LAUNCH },
	{ "cuLaunchKernel", CALL_LAUNCH },
	{ "cuLaunchKernelEx_ptsz", CALL_LAUNCH },
	{ "cudaLaunchHostFunc_v10000", CALL_HOST_CALLBACK },
	{ "cuStreamAddCallback", CALL_HOST_CALLBACK },
	{ "cudaGraphLaunch_v10000", CALL_GRAPH_LAUNCH },
	{ "cuGraphLaunch_ptsz", CALL_GRAPH_LAUNCH },
	{ "cudaGraphInstantiateWithFlags_v11040", CALL_GRAPH },
	{ "cudaStreamBeginCapture_v10000", CALL_GRAPH },
	{ "cudaMemcpyAsync_v3020", CALL_COPY },
	{ "cuMemcpyHtoDAsync_v2", CALL_COPY },
	{ "cudaMemset2DAsync_v3020", CALL_FILL },
	{ "cuMemsetD8_v2", CALL_FILL },
	{ "cudaMalloc_v3020", CALL_ALLOCATE },
	{ "cudaMallocFromPoolAsync_v11020", CALL_ALLOCATE },
	{ "cuMemAllocHost_v2", CALL_ALLOCATE },
	{ "cudaHostAlloc_v3020", CALL_ALLOCATE },
	{ "cudaFreeAsync_v11020", CALL_FREE },
	{ "cuMemFree_v2", CALL_FREE },
	{ "cudaDeviceSynchronize_v3020", CALL_SYNCHRONIZE },
	{ "cuCtxSynchronize", CALL_SYNCHRONIZE },
	{ "cudaEventSynchronize_v3020", CALL_SYNCHRONIZE },
	{ "cudaStreamQuery_v3020", CALL_QUERY },
	{ "cudaEventRecordWithFlags_ptsz_v11010", CALL_EVENT_RECORD },
	{ "cudaStreamWaitEvent_v3020", CALL_WAIT_EVENT },
	{ "cudaStreamCreateWithPriority_v5050", CALL_STREAM },
	{ "cuStreamDestroy_v2", CALL_STREAM },
	{ "cudaEventCreateWithFlags_v3020", CALL_EVENT },
	{ "cuModuleLoadDataEx", CALL_LOAD },
	{ "cuLibraryLoadData", CALL_LOAD },
	{ "cudaFuncGetAttributes_v3020", CALL_LOAD },
	{ "cudaGetDevice_v3020", CALL_OTHER },
	{ "cudaEventElapsedTime_v3020", CALL_OTHER },
	{ "curandGenerate", CALL_OTHER },
	{ "", CALL_OTHER },
};

START_TEST(classifies_names)
{
	ck_assert_msg(call_class_of(names[_i].name) == names[_i].class, "%s", names[_i].name);
}
END_TEST

START_TEST(strips_only_versions_of_cupti)
{
	ck_assert_uint_eq(call_name_length("cudaMalloc_v3020"), strlen("cudaMalloc"));
	ck_assert_uint_eq(call_name_length("cudaMalloc_ptsz_v11020"), strlen("cudaMalloc_ptsz"));
	ck_assert_uint_eq(call_name_length("cuMemAlloc_v2"), strlen("cuMemAlloc_v2"));
	ck_assert_uint_eq(call_name_length("cudaMalloc_v3020x"), strlen("cudaMalloc_v3020x"));
	ck_assert_uint_eq(call_name_length(""), 0);
	ck_assert(call_is_driver("cuInit") && !call_is_driver("cudaInit") && !call_is_driver("x"));
}
END_TEST

/* Starts of several kinds: spread, in one heap with an outlier, all equal, sorted. */
START_TEST(sorts_operations)
{
	enum { COUNT = 5000 };
	struct trace_operations o = {
		.count = COUNT,
		.start_ns = malloc(COUNT * sizeof(int64_t)),
		.end_ns = malloc(COUNT * sizeof(int64_t)),
		.stream = malloc(COUNT * sizeof(uint32_t)),
		.call = malloc(COUNT * sizeof(uint32_t)),
		.detail = malloc(COUNT * sizeof(uint32_t)),
		.channel = malloc(COUNT * sizeof(uint16_t)),
		.type = malloc(COUNT),
		.flags = malloc(COUNT),
	};
	unsigned state = 11;

	for (unsigned i = 0; i < COUNT; i++) {
		state = state * 1664525 + 1013904223;
		o.start_ns[i] =
		        _i == 0   ? (int64_t)(state >> 4) - 1000000
		        : _i == 1 ? (i == 7 ? TRACE_TIME_MAX_NS : (int64_t)(state >> 20))
		        : _i == 2 ? 5
		        : _i == 3 ? (int64_t)i
		                  : (i == 9 ? -TRACE_TIME_MAX_NS : (int64_t)i * 3 + (state >> 24));
		o.end_ns[i] = o.start_ns[i] / 2 + TRACE_TIME_MAX_NS / 2 + (state >> 29);
		o.stream[i] = o.call[i] = o.detail[i] = i;
		o.channel[i] = (uint16_t)i;
		o.type[i] = o.flags[i] = (uint8_t)i;
	}
	ck_assert_int_eq(operation_order(&o), 0);
	for (size_t i = 0; i < COUNT; i++) {
		ck_assert(o.call[i] == o.stream[i] && o.detail[i] == o.stream[i]);
		ck_assert(o.channel[i] == (uint16_t)o.stream[i] &&
		          o.type[i] == (uint8_t)o.stream[i]);
		if (i == 0)
			continue;
		ck_assert(o.start_ns[i - 1] <= o.start_ns[i]);
		if (o.start_ns[i - 1] == o.start_ns[i])
			ck_assert(
			        o.end_ns[i - 1] < o.end_ns[i] ||
			        (o.end_ns[i - 1] == o.end_ns[i] && o.stream[i - 1] < o.stream[i]));
	}
	free(o.start_ns);
	free(o.end_ns);
	free(o.stream);
	free(o.call);
	free(o.detail);
	free(o.channel);
	free(o.type);
	free(o.flags);
}
END_TEST

#define RANGES                                                                  \
	"INSERT INTO string VALUES (52, 'mark'), (53, 'late');"                 \
	"INSERT INTO marker VALUES (1, 50, NULL, 1, 18, 21), (2, 50, NULL, 1, " \
	"24, 28), (3, 52, NULL, 1, 19, 19), (4, 53, NULL, 1, 400, 500);"

START_TEST(cuts_to_a_range)
{
	const struct trace_operations *o;
	struct trace t;

	load(&t,
	     RANGES SYNC("3, 19, 1, 1, 1, 103, 0") ";" SYNC(
	             "3, 32, 1, 1, 1, 110, 0") ";"
	                                       "INSERT INTO function VALUES (11, '_Z1gv');"
	                                       "INSERT INTO launch_shape VALUES (5, 11, 1,1,1, "
	                                       "32,1,1, 0,0,0, 8, 0,0,0, NULL, 0, 0, 0);"
	                                       "INSERT INTO kernel (start_ns, duration_ns, "
	                                       "stream_id, launch_shape_id, correlation_id, "
	                                       "channel_id) VALUES (400, 9, 1, 5, 100, 8);"
	                                       "INSERT INTO copy_stream VALUES (1, 1, 103), (2, 1, "
	                                       "110);"
	                                       "INSERT INTO allocation VALUES (1, 12, 1, 3, 64, "
	                                       "16, "
	                                       "0, NULL, 0, NULL, 100), (2, 22, 2, 3, 64, 16, 0, "
	                                       "NULL, 0, NULL, 103), (3, 31, 1, 3, 64, 16, 0, "
	                                       "NULL, 0, NULL, 110);");
	ck_assert_int_eq(trace_window(&t, "nothing"), -ENOENT);
	ck_assert_int_eq(trace_window(&t, "mark"), -ENOENT);
	ck_assert_int_eq(trace_window(&t, "late"), -ENOENT); /* no calls */
	ck_assert_ptr_null(t.part.name);
	ck_assert_uint_eq(t.calls.count, 3);

	ck_assert_int_eq(trace_window(&t, "range"), 0);
	ck_assert_str_eq(t.part.name, "range");
	ck_assert_uint_eq(t.part.ranges, 2);
	ck_assert_int_eq(t.part.start_ns, 18);
	ck_assert_int_eq(t.part.end_ns, 28);
	ck_assert_int_eq(t.part.run_ns, 409 - 10);
	ck_assert_uint_eq(t.calls.count, 1);
	ck_assert_int_eq(t.calls.start_ns[0], 20);
	ck_assert_uint_eq(t.calls.thread[0], 1);
	o = &t.operations;
	ck_assert_uint_eq(o->count, 1); /* it ran later, but was issued in it */
	ck_assert_int_eq(o->start_ns[0], 300);
	ck_assert_uint_eq(o->call[0], 0);
	ck_assert_uint_eq(o->channel[0], 8);
	ck_assert(!t.functions[0].is_launched_before);
	ck_assert(t.functions[1].is_launched_before);
	ck_assert_uint_eq(t.synchronizations_count, 1);
	ck_assert_uint_eq(t.synchronizations[0].call, 0);
	ck_assert_uint_eq(t.copy_streams_count, 1);
	ck_assert_uint_eq(t.allocations_count, 2);
	ck_assert_uint_eq(t.allocations[0].call, NONE); /* held when it began */
	ck_assert_uint_eq(t.allocations[1].call, 0);
	ck_assert_int_eq(t.first_ns, 20);
	ck_assert_int_eq(t.last_ns, 350);
	trace_release(&t);
}
END_TEST

START_TEST(names_ranges)
{
	char text[64], narrow[19];
	struct trace t;

	load(&t, RANGES);
	trace_window_names(&t, text, sizeof text);
	ck_assert_str_eq(text, "range, late");
	trace_window_names(&t, narrow, sizeof narrow);
	ck_assert_str_eq(narrow, "range and 1 more");
	trace_release(&t);
	load(&t, "");
	trace_window_names(&t, text, sizeof text);
	ck_assert_str_eq(text, "");
	trace_release(&t);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		loads_calls_of_a_long_run,
		loads_the_facts,
		orders_and_joins_operations,
		names_calls_once,
		takes_thousands_of_names,
		keeps_extreme_rows,
		counts_untimed_operations,
		takes_new_codes_as_unknown,
		ends_open_markers_with_the_trace,
		names_the_open_markers_that_began_last,
		orders_the_small_tables,
		ignores_indexes,
		finds_calls_among_gaps,
		loads_samples_of_warps,
		loads_counters,
		pairs_of_keys_rise,
		reads_older_versions,
		says_what_is_wrong,
		strips_only_versions_of_cupti,
		cuts_to_a_range,
		names_ranges,
	};
	Suite *suite = suite_create("trace");
	TCase *tcase = tcase_create("trace");
	SRunner *runner;
	int failed;

	if (!mkdtemp(folder)) {
		perror("mkdtemp");
		return EXIT_FAILURE;
	}
	for (size_t i = 0; i < ARRAY_SIZE(tests); i++)
		tcase_add_test(tcase, tests[i]);
	tcase_add_loop_test(tcase, leaves_out_a_bad_row, 0, ARRAY_SIZE(bad_rows));
	tcase_add_loop_test(tcase, classifies_names, 0, ARRAY_SIZE(names));
	tcase_add_loop_test(tcase, sorts_operations, 0, 5);
	suite_add_tcase(suite, tcase);
	runner = srunner_create(suite);
	srunner_set_tap(runner, "-");
	srunner_run_all(runner, CK_SILENT);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	unlink(path);
	rmdir(folder);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
