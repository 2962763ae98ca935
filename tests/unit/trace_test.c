/* SPDX-License-Identifier: MIT */
/* Tests of loading a trace: what becomes of each row, good or bad. */
#include "trace/trace.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/call_class.h"

#include "trace_fixture.h"
#include "suite.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* After 2^32 calls the recorder goes on counting. */
START_TEST(loads_calls_of_a_long_run)
{
	struct trace t;

	trace_fixture_load(
	        &t, "UPDATE api_call SET id = id + 4294967290; UPDATE kernel SET correlation_id = "
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

	trace_fixture_load(&t, "");
	ck_assert(t.is_complete);
	ck_assert_int_eq(t.start_unix_ns, 1700000000000000000);
	ck_assert_int_eq(t.driver_version, 13000);
	ck_assert_str_eq(t.host_machine, "x86_64");
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

	trace_fixture_load(&t, "");
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

START_TEST(knows_where_a_copy_is_on_the_host)
{
	uint64_t address = 0;
	struct trace t;

	trace_fixture_load(&t, "INSERT INTO copy_address VALUES (1, 110, 9223372036854775807), (2, "
	                       "103, 4096), (3, 999, 4096);");
	ck_assert(operation_host_address(&t, 0, &address));
	ck_assert_uint_eq(address, INT64_MAX);
	ck_assert(!operation_host_address(&t, 1, &address)); /* a fill */
	ck_assert(!operation_host_address(&t, 2, &address)); /* a kernel */
	trace_release(&t);

	trace_fixture_load(&t, "");
	ck_assert(!operation_host_address(&t, 0, &address));
	trace_release(&t);

	trace_fixture_load(&t, "INSERT INTO copy_address VALUES (1, 110, 4096), (2, 110, 8192);");
	ck_assert(!operation_host_address(&t, 0, &address)); /* of two */
	trace_release(&t);

	trace_fixture_load(&t, "INSERT INTO copy_address VALUES (1, 110, 4096);"
	                       "UPDATE copy SET graph_node_id = 5;");
	ck_assert(!operation_host_address(&t, 0, &address)); /* a node of a graph */
	trace_release(&t);
}
END_TEST

START_TEST(names_calls_once)
{
	struct trace t;

	trace_fixture_load(&t, "");
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

	trace_fixture_load(
	        &t,
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

#define COPY(values)                                                                              \
	"INSERT INTO copy (start_ns, duration_ns, stream_id, size_bytes, copy_kind, source_kind," \
	" target_kind, is_async, correlation_id, channel_id, target_device_id) VALUES (" values   \
	")"
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
	{ "kernel", KERNEL_ROW("1, -1, 1, 4, 103, 8") },
	{ "kernel", KERNEL_ROW("9223372036854775807, 1, 1, 4, 103, 8") },
	{ "kernel", KERNEL_ROW("1, 9223372036854775807, 1, 4, 103, 8") },
	{ "kernel", KERNEL_ROW("-9223372036854775807, 9223372036854775807, 1, 4, 103, 8") },
	{ "kernel", KERNEL_ROW("1, 1, 3, 4, 103, 8") }, /* no such stream */
	{ "kernel", KERNEL_ROW("1, 1, -9223372036854775807, 4, 103, 8") },
	{ "kernel", KERNEL_ROW("1, 1, 1, 5, 103, 8") }, /* no such shape */
	{ "kernel",
	  KERNEL_ROW("NULL, NULL, 1, 5, 103, 8") },    /* ... though it has no times either */
	{ "kernel", KERNEL_ROW("1, 1, 1, 4, -1, 8") }, /* no correlation id */
	{ "kernel", KERNEL_ROW("1, 1, 1, 4, 4294967295, 8") },
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
	{ "synchronization", SYNC_ROW("3, 1, -1, 1, 1, 100, 0") },
	{ "synchronization", SYNC_ROW("3, 1, 1, 1, 77, 100, 0") },
	{ "event_record", "INSERT INTO event_record VALUES (1, 77, 1, 1, 100, NULL)" },
	{ "device_link", "INSERT INTO device_link VALUES (0, 77, 1000)" },
	{ "device_link", "INSERT INTO device_link VALUES (0, 0, 0)" },
	{ "host_function", "INSERT INTO host_function VALUES (1, 77, 100)" },
	{ "copy_stream", "INSERT INTO copy_stream VALUES (1, 77, 100)" },
	{ "copy_address", "INSERT INTO copy_address VALUES (1, 110, 0)" },
	{ "copy_address", "INSERT INTO copy_address VALUES (1, 110, -4096)" },
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

	trace_fixture_load(&t, bad_rows[_i].sql);
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

	trace_fixture_load(
	        &t,
	        KERNEL_ROW("-1152921504606846976, 2305843009213693952, 1, 4, 4294967294, 65535"));
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

	trace_fixture_load(&t, KERNEL_ROW("NULL, NULL, 1, 4, 103, 8") ";" KERNEL_ROW(
	                               "5, NULL, 1, 4, 103, 8") ";" COPY("NULL, NULL, 1, 5, 1, 1, "
	                                                                 "3, 1, 100, 8, NULL"));
	ck_assert_int_eq(t.untimed_operations, 3);
	ck_assert_uint_eq(t.operations.count, 3);
	ck_assert_uint_eq(t.diagnostics_count, 0);
	trace_release(&t);
}
END_TEST

START_TEST(takes_new_codes_as_unknown)
{
	struct trace t;

	trace_fixture_load(&t, COPY("1, 1, 1, 5, 99, 88, -7, 1, 100, 8, NULL") ";" SYNC_ROW(
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

	trace_fixture_load(
	        &t,
	        "INSERT INTO marker VALUES (1, 50, 51, 1, 40, NULL), (2, 50, NULL, NULL, 20, 30),"
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

/* What ended in a pause of the recording has no end; what lasts beyond it has. */
START_TEST(ends_open_markers_with_what_was_recorded)
{
	struct trace t;

	trace_fixture_load(
	        &t, "INSERT INTO unrecorded VALUES (1, 0, 10, 'x'), (2, 50, 60, 'x'), (3, 80, "
	            "85, 'x');"
	            "INSERT INTO marker VALUES (1, 50, 51, 1, 20, NULL), (2, 50, 51, 1, 21, 70), "
	            "(3, 50, 51, 1, 61, NULL), (4, 50, 51, 1, 86, NULL)");
	ck_assert_uint_eq(t.markers_count, 4);
	ck_assert_uint_eq(t.diagnostics_count, 2);
	ck_assert_str_eq(t.diagnostics[0].code, "cut-marker");
	ck_assert_int_eq(t.diagnostics[0].count, 2);
	ck_assert_str_eq(t.diagnostics[1].code, "open-marker");
	ck_assert_int_eq(t.diagnostics[1].count, 1);
	ck_assert_int_eq(t.markers[0].end_ns - t.markers[0].start_ns, 30);
	ck_assert_int_ge(t.markers[1].end_ns - t.markers[1].start_ns, 39);
	ck_assert_int_eq(t.markers[2].end_ns - t.markers[2].start_ns, 19);
	trace_release(&t);
}
END_TEST

START_TEST(names_the_open_markers_that_began_last)
{
	struct trace t;

	trace_fixture_load(
	        &t,
	        "INSERT INTO string VALUES (101, 'a'), (102, 'b'), (103, 'c'), (104, 'd');"
	        "INSERT INTO marker VALUES (1, 104, NULL, 1, 40, NULL), (2, 101, NULL, 1, 10, "
	        "NULL),"
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

	trace_fixture_load(
	        &t,
	        SYNC_ROW("3, 50, 1, 1, 1, 110, 0") ";" SYNC_ROW(
	                "2, 40, 0, 1, 2, 100, 0") ";"
	                                          "INSERT INTO event_record VALUES (1, 2, 1, 77, "
	                                          "110, "
	                                          "NULL), (2, 2, 1, 78, 105, NULL);"
	                                          "INSERT INTO host_function VALUES (1, 2, 110), "
	                                          "(2, 1, 100);"
	                                          "INSERT INTO allocation VALUES (1, 9, 1, 3, 64, "
	                                          "-1, "
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

	trace_fixture_load(
	        &t,
	        KERNEL_ROW("2, 3, 1, 4, 100, 8") ";"
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
		used += (size_t)sprintf(sql + used, KERNEL_ROW("%d, 1, 1, 4, %lld, 8") ";", i,
		                        (long long)(ids[i * 37 % CALLS] - (i % 5 == 0)));
	trace_fixture_load(&t, sql);
	ck_assert_uint_eq(t.operations.count, CALLS);
	for (int i = 0; i < CALLS; i++)
		ck_assert_uint_eq(t.operations.call[i], i % 5 ? (uint32_t)(i * 37 % CALLS) : NONE);
	trace_release(&t);
}
END_TEST

START_TEST(reads_older_versions)
{
	struct trace t;
	char error[TRACE_ERROR_MAX];

	trace_fixture_make("DROP TABLE stall_reason; DROP TABLE pc_sample; DROP TABLE pc_sampling;"
	                   "PRAGMA user_version = 1");
	ck_assert_int_eq(trace_load(&t, trace_path, error), 0);
	ck_assert_uint_eq(t.operations.count, 3);
	ck_assert_uint_eq(t.pc_samples_count, 0);
	trace_release(&t);
	trace_fixture_make(
	        "DROP TABLE metric; DROP TABLE measured_launch; DROP TABLE launch_metric; DROP "
	        "TABLE instruction_metric; DROP TABLE gpu_sample; DROP TABLE gpu_sample_metric;"
	        "PRAGMA user_version = 2");
	ck_assert_int_eq(trace_load(&t, trace_path, error), 0);
	ck_assert_uint_eq(t.measured_launches_count, 0);
	trace_release(&t);
	trace_fixture_make("DROP TABLE pc_sample; PRAGMA user_version = 2");
	ck_assert_int_eq(trace_load(&t, trace_path, error), -EINVAL);
	trace_fixture_make(
	        "DROP TABLE pc_sample; CREATE TABLE pc_sample (x); PRAGMA user_version = 1");
	ck_assert_int_eq(trace_load(&t, trace_path, error), -EINVAL);
	trace_fixture_make("DROP TABLE copy; PRAGMA user_version = 1");
	ck_assert_int_eq(trace_load(&t, trace_path, error), -EINVAL);
	unlink(trace_path);
}
END_TEST

START_TEST(says_what_is_wrong)
{
	struct trace t;
	char error[TRACE_ERROR_MAX];
	FILE *file;

	ck_assert_int_eq(trace_load(&t, "/nonexistent/x.db", error), -ENOENT);
	ck_assert_int_eq(trace_load(&t, trace_folder, error), -EISDIR);
	ck_assert_str_eq(error, "is a directory");
	snprintf(trace_path, sizeof trace_path, "%s/t.db", trace_folder);
	file = fopen(trace_path, "w");
	ck_assert_ptr_nonnull(file);
	fputs("no database, but long enough to be read as one header or so", file);
	fclose(file);
	ck_assert_int_eq(trace_load(&t, trace_path, error), -EINVAL);
	ck_assert_str_eq(error, "is not an SQLite file");
	trace_fixture_make("PRAGMA user_version = 99");
	ck_assert_int_eq(trace_load(&t, trace_path, error), -ENOTSUP);
	trace_fixture_make("DROP TABLE copy; CREATE VIEW copy AS SELECT 1");
	ck_assert_int_eq(trace_load(&t, trace_path, error), -EINVAL);
	unlink(trace_path);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("trace");
	TCase *tcase = tcase_create("trace");
	int status;

	if (!trace_fixture_init()) {
		perror("mkdtemp");
		return EXIT_FAILURE;
	}
	tcase_add_test(tcase, loads_calls_of_a_long_run);
	tcase_add_test(tcase, loads_the_facts);
	tcase_add_test(tcase, orders_and_joins_operations);
	tcase_add_test(tcase, knows_where_a_copy_is_on_the_host);
	tcase_add_test(tcase, names_calls_once);
	tcase_add_test(tcase, takes_thousands_of_names);
	tcase_add_test(tcase, keeps_extreme_rows);
	tcase_add_test(tcase, counts_untimed_operations);
	tcase_add_test(tcase, takes_new_codes_as_unknown);
	tcase_add_test(tcase, ends_open_markers_with_the_trace);
	tcase_add_test(tcase, ends_open_markers_with_what_was_recorded);
	tcase_add_test(tcase, names_the_open_markers_that_began_last);
	tcase_add_test(tcase, orders_the_small_tables);
	tcase_add_test(tcase, ignores_indexes);
	tcase_add_test(tcase, finds_calls_among_gaps);
	tcase_add_test(tcase, reads_older_versions);
	tcase_add_test(tcase, says_what_is_wrong);
	tcase_add_loop_test(tcase, leaves_out_a_bad_row, 0, ARRAY_SIZE(bad_rows));
	suite_add_tcase(suite, tcase);
	status = run_suite(suite);
	trace_fixture_release();
	return status;
}
