-- SPDX-License-Identifier: MIT
-- Invented counters and samples for any recorded trace that has the tables: what hardware would have measured in each
-- of its launch shapes. One kernel of the shape that was launched most is measured in the same run, and so has no times.

DELETE FROM pc_sample; DELETE FROM stall_reason; DELETE FROM pc_sampling;
DELETE FROM launch_metric; DELETE FROM instruction_metric; DELETE FROM gpu_sample_metric; DELETE FROM gpu_sample;
DELETE FROM measured_launch; DELETE FROM metric; DELETE FROM overhead;

INSERT INTO metric VALUES
	(1, 'sm__warps_active.avg.pct_of_peak_sustained_active'),
	(2, 'smsp__thread_inst_executed_per_inst_executed.ratio'),
	(3, 'sm__average_thread_inst_executed_pred_on_per_inst_executed_realtime.ratio'),
	(4, 'sm__inst_executed.avg.per_cycle_active'),
	(5, 'smsp__inst_executed.sum'),
	(6, 'dram__bytes_read.sum'),
	(7, 'dram__bytes_write.sum'),
	(8, 'gpu__time_duration.sum'),
	(9, 'smsp__sass_thread_inst_executed_op_fadd_pred_on.sum'),
	(10, 'smsp__sass_thread_inst_executed_op_fmul_pred_on.sum'),
	(11, 'smsp__sass_thread_inst_executed_op_ffma_pred_on.sum'),
	(12, 'sm__throughput.avg.pct_of_peak_sustained_elapsed'),
	(13, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed'),
	(14, 'smsp__warps_eligible.avg.per_cycle_active'),
	(20, 'smsp__sass_inst_executed'),
	(21, 'smsp__sass_thread_inst_executed'),
	(22, 'smsp__sass_branch_targets_threads_divergent'),
	(23, 'smsp__sass_sectors_mem_global'),
	(24, 'smsp__sass_sectors_mem_global_ideal'),
	(25, 'smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared'),
	(26, 'smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared_ideal'),
	(30, 'sm__cycles_active.avg.pct_of_peak_sustained_elapsed'),
	(31, 'sm__warps_active.avg.pct_of_peak_sustained_elapsed');

INSERT INTO measured_launch (launch_shape_id, correlation_id, ordinal, passes)
	SELECT id, NULL, 1, 2 FROM launch_shape ORDER BY id;
UPDATE measured_launch SET correlation_id = (SELECT max(correlation_id) FROM kernel WHERE duration_ns IS NOT NULL)
	WHERE launch_shape_id = (SELECT launch_shape_id FROM kernel WHERE correlation_id = (SELECT max(correlation_id) FROM kernel WHERE duration_ns IS NOT NULL));
UPDATE kernel SET start_ns = NULL, duration_ns = NULL
	WHERE correlation_id IN (SELECT correlation_id FROM measured_launch) AND (SELECT count(*) FROM kernel) > 1;
INSERT INTO launch_metric
	SELECT l.id, v.column1, v.column2 FROM measured_launch l, (VALUES
		(1, 87.25), (2, 16.04), (3, 15.5), (4, 1.38), (5, 441000000.0), (6, 4194304.0), (7, 1048576.0), (8, 448000.0),
		(9, 1e6), (10, 1e6), (11, 4e6), (12, 34.9), (13, 2.5), (14, 0.62)) v;

-- Instructions of every function in every module that has it or not: 0x00, 0x10 ...; every fourth diverges, every fifth
-- reads global memory, every sixth shared.
INSERT INTO instruction_metric (measured_launch_id, module_crc, pc_offset_bytes, metric_id, value)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
	SELECT l.id, m.crc, 16 * i, v.column1,
	       CASE v.column1 WHEN 20 THEN 1000 WHEN 21 THEN 1000 * (16 + i % 17) WHEN 22 THEN 500 WHEN 23 THEN 32000
	       WHEN 24 THEN 4000 WHEN 25 THEN 8000 ELSE 1000 END
	FROM (SELECT min(id) AS id, launch_shape_id FROM measured_launch GROUP BY launch_shape_id) l, module m, n,
	     (VALUES (20, 1), (21, 1), (22, 4), (23, 5), (24, 5), (25, 6), (26, 6)) v
	WHERE i % v.column2 = 0;

INSERT INTO stall_reason
	SELECT column1, 'smsp__pcsamp_warps_issue_stalled_' || column2 FROM (VALUES (1, 'selected'), (2, 'long_scoreboard'),
		(3, 'long_scoreboard_not_issued'), (4, 'wait'), (5, 'math_pipe_throttle'));
INSERT INTO pc_sample (context_id, function_id, module_crc, pc_offset_bytes, stall_reason_id, samples)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
	SELECT 1, f.id, m.crc, 16 * i, r.id, CASE r.id WHEN 2 THEN 1000 WHEN 3 THEN 400 WHEN 4 THEN 200 ELSE 50 + i END
	FROM function f, module m, stall_reason r, n;
INSERT INTO pc_sampling SELECT 1, 131072, coalesce(sum(samples), 0), 3, 4 FROM pc_sample WHERE stall_reason_id <> 3;

-- The whole GPU, 200 times over the run: warps rise, and memory is read in the second half.
INSERT INTO gpu_sample (device_id, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199),
	run AS (SELECT min(start_ns) AS first_ns, max(end_ns) AS last_ns FROM api_call)
	SELECT (SELECT min(id) FROM device), first_ns + (last_ns - first_ns) / 200 * i, (last_ns - first_ns) / 200 FROM n, run;
INSERT INTO gpu_sample_metric
	SELECT g.id, v.column1,
	       CASE v.column1 WHEN 30 THEN 50 WHEN 31 THEN g.id / 2.0 WHEN 6 THEN (g.id > 100) * 1e3 * g.duration_ns ELSE 0 END
	FROM gpu_sample g, (VALUES (30), (31), (6), (7)) v;
PRAGMA user_version = 6;
