/* SPDX-License-Identifier: MIT */
/* Merging is SQL: all of its statements. */
#include "record/merge_steps.h"

/* Names a run in the trace that it was joined into. */
#define RUN_NAME(schema)                                                                        \
	"(SELECT printf('%s:%d:%d', p.host, p.pid, m.value) FROM " schema ".process p, " schema \
	".meta m WHERE m.key = 'trace_start_unix_ns' LIMIT 1)"

const struct merge_objection merge_objections[] = {
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
	{ .sql = NULL },
};

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

/* What rows refer to; before the objections to samples. */
const struct merge_step merge_maps[] = {
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
	{ .sql = NULL },
};

const struct merge_step merge_steps[] = {
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
	  ADD_DIAGNOSTICS
	  "SELECT code, subject, severity, count, message FROM other.diagnostic "
	  "WHERE code <> 'measured-launches' AND (subject IN ('stalls', 'metrics', "
	  "'module') OR code IN ('measured-elsewhere', 'not-measured', 'measured-once', "
	  "'stalls-not-recorded', 'stalls-in-turns', "
	  "'metrics-not-recorded', 'instructions-not-recorded'))" COUNT_TOGETHER,
	  MERGED },
	{ .sql = NULL },
};

/* How many there are of a kind that no statement changes. */
const struct merge_step merge_queries[] = {
	{ "pc_sampling",
	  "SELECT sum(o.samples) FROM other.pc_sampling o JOIN map_context c ON c.source = "
	  "o.context_id",
	  MERGED_SAMPLES },
	{ "pc_sample",
	  "SELECT (SELECT count(*) FROM other.pc_sample) - (SELECT count(*) FROM came)",
	  LEFT_OUT_SAMPLES },
	{ "gpu_sample", "SELECT count(*) FROM other.gpu_sample", LEFT_OUT_GPU_SAMPLES },
	{ .sql = NULL },
};

/* The lines that say in the trace what was done; ?1 is the number of rows. */
const struct merge_note merge_notes[] = {
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
	{ .sql = NULL },
};

const char merge_run_note[] = ADD_DIAGNOSTICS "SELECT 'joined-run', " RUN_NAME(
        "other") ", 0, 1, printf('what counters measured in another run of the program, "
                 "process %d on %s, was joined', pid, host) FROM other.process WHERE " RUN_NAME(
                         "other") " IS NOT NULL LIMIT 1" COUNT_TOGETHER;
