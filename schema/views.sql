-- SPDX-License-Identifier: MIT
-- The joins everyone needs, in every trace, for people with sqlite3. warpwise itself does not read them.

-- Everything that ran on a GPU, with the call that issued it.
CREATE VIEW operation AS
	WITH raw AS (
		SELECT 'kernel' AS category, k.id, f.name, k.start_ns, k.duration_ns, k.end_ns,
		       k.stream_id, k.correlation_id, k.channel_id, NULL AS size_bytes
		FROM kernel k
		JOIN launch_shape l ON l.id = k.launch_shape_id
		JOIN function f ON f.id = l.function_id
		UNION ALL
		SELECT 'copy', c.id, n.name, c.start_ns, c.duration_ns, c.end_ns,
		       c.stream_id, c.correlation_id, c.channel_id, c.size_bytes
		FROM copy c
		LEFT JOIN code_name n ON n.type = 'copy_kind' AND n.code = c.copy_kind
		UNION ALL
		SELECT 'fill', m.id, 'memory set', m.start_ns, m.duration_ns, m.end_ns,
		       m.stream_id, m.correlation_id, m.channel_id, m.size_bytes
		FROM fill m
		UNION ALL -- whatever ran in it
		SELECT 'graph', g.id, 'CUDA graph ' || g.graph_id, g.start_ns, g.duration_ns, g.end_ns,
		       g.stream_id, g.correlation_id, NULL, NULL
		FROM graph_launch g)
	SELECT raw.category, raw.id, raw.name, x.device_id, s.context_id, raw.stream_id,
	       raw.channel_id, raw.start_ns, raw.duration_ns, raw.end_ns, raw.size_bytes,
	       raw.correlation_id, t.text AS api_name, a.thread_id,
	       a.start_ns AS issued_ns,                     -- start of the API call
	       raw.start_ns - a.start_ns AS queued_ns       -- from there to the start on the GPU
	FROM raw
	JOIN stream s ON s.id = raw.stream_id
	LEFT JOIN context x ON x.id = s.context_id
	LEFT JOIN api_call a ON a.id = raw.correlation_id
	LEFT JOIN string t ON t.id = a.name_id;

-- For each operation the time its stream was empty before it; negative where operations overlap.
CREATE VIEW stream_gap AS
	SELECT stream_id, category, id, name, start_ns,
	       start_ns - max(end_ns) OVER (PARTITION BY stream_id ORDER BY start_ns
	                                    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS gap_ns
	FROM operation
	WHERE duration_ns IS NOT NULL;

-- Copies with direction, memory kinds and bandwidth.
CREATE VIEW copy_bandwidth AS
	SELECT c.id, d.name AS direction, src.name AS source, dst.name AS target, c.is_async,
	       c.size_bytes, c.start_ns, c.duration_ns,
	       c.size_bytes * 1e9 / nullif(c.duration_ns, 0) AS bytes_per_s
	FROM copy c
	LEFT JOIN code_name d ON d.type = 'copy_kind' AND d.code = c.copy_kind
	LEFT JOIN code_name src ON src.type = 'memory_kind' AND src.code = c.source_kind
	LEFT JOIN code_name dst ON dst.type = 'memory_kind' AND dst.code = c.target_kind;

-- Times during which at least one kernel, or a graph as one operation, ran on a device: united, so that nothing counts twice.
CREATE VIEW kernel_busy AS
	WITH ran AS (
		SELECT stream_id, start_ns, duration_ns, end_ns FROM kernel
		UNION ALL SELECT stream_id, start_ns, duration_ns, end_ns FROM graph_launch),
	k AS (
		SELECT x.device_id, k.start_ns, k.end_ns,
		       max(k.end_ns) OVER (PARTITION BY x.device_id ORDER BY k.start_ns, k.end_ns
		                           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before_ns
		FROM ran k
		JOIN stream s ON s.id = k.stream_id
		JOIN context x ON x.id = s.context_id
		WHERE k.duration_ns IS NOT NULL),
	island AS (
		SELECT *, sum(before_ns IS NULL OR start_ns > before_ns)
		          OVER (PARTITION BY device_id ORDER BY start_ns, end_ns) AS number
		FROM k)
	SELECT device_id, min(start_ns) AS start_ns, max(end_ns) AS end_ns
	FROM island
	GROUP BY device_id, number;

-- How much of each copy ran while a kernel ran on its device. busy_ns at a time t is how long kernels had run before t:
-- of n islands begun and m ended, (n - m) * t - their starts + the ends. One sorted pass, no join of intervals.
CREATE VIEW copy_overlap AS
	WITH busy AS MATERIALIZED (SELECT * FROM kernel_busy),
	timed AS (
		SELECT c.id, x.device_id, c.start_ns, c.end_ns
		FROM copy c
		JOIN stream s ON s.id = c.stream_id
		JOIN context x ON x.id = s.context_id
		WHERE c.duration_ns IS NOT NULL),
	event AS (
		SELECT device_id, start_ns AS time_ns, 1 AS step, -start_ns AS offset_ns, NULL AS id, 0 AS sign FROM busy
		UNION ALL SELECT device_id, end_ns, -1, end_ns, NULL, 0 FROM busy
		UNION ALL SELECT device_id, start_ns, 0, 0, id, -1 FROM timed
		UNION ALL SELECT device_id, end_ns, 0, 0, id, 1 FROM timed),
	point AS (
		SELECT id, sign, time_ns * sum(step) OVER earlier + sum(offset_ns) OVER earlier AS busy_ns
		FROM event
		WINDOW earlier AS (PARTITION BY device_id ORDER BY time_ns ROWS UNBOUNDED PRECEDING)),
	overlap AS (
		SELECT id, sum(sign * busy_ns) AS overlap_ns FROM point WHERE id IS NOT NULL GROUP BY id)
	SELECT c.id, c.copy_kind, c.size_bytes, c.start_ns, c.duration_ns, o.overlap_ns
	FROM overlap o
	JOIN copy c ON c.id = o.id;

-- NVTX ranges with their names.
CREATE VIEW marker_range AS
	SELECT m.id, coalesce(d.text, '') AS domain, n.text AS name, m.thread_id,
	       m.start_ns, m.end_ns, m.end_ns - m.start_ns AS duration_ns
	FROM marker m
	LEFT JOIN string n ON n.id = m.name_id
	LEFT JOIN string d ON d.id = m.domain_id;

-- NVTX ranges with the GPU work that their thread issued inside them; gpu_ns adds up what ran at the same time. Sums up to
-- the end of a range less sums up to its start, so that nested ranges are right and no intervals are joined.
CREATE VIEW marker_gpu AS
	WITH range AS ( -- one that never ended lasts to the end of time
		SELECT thread_id, start_ns, coalesce(end_ns, 9223372036854775807) AS end_ns, id
		FROM marker WHERE start_ns < coalesce(end_ns, 9223372036854775807)),
	event AS (
		SELECT thread_id, issued_ns AS time_ns, 1 AS is_operation, duration_ns, NULL AS id, 0 AS sign
		FROM operation
		WHERE duration_ns IS NOT NULL AND thread_id IS NOT NULL
		UNION ALL SELECT thread_id, start_ns, 0, 0, id, -1 FROM range
		UNION ALL SELECT thread_id, end_ns, 0, 0, id, 1 FROM range),
	point AS (
		SELECT id, sign, sum(is_operation) OVER earlier AS operations, sum(duration_ns) OVER earlier AS gpu_ns
		FROM event
		WINDOW earlier AS (PARTITION BY thread_id ORDER BY time_ns, is_operation ROWS UNBOUNDED PRECEDING)),
	total AS (
		SELECT id, sum(sign * operations) AS operations, sum(sign * gpu_ns) AS gpu_ns
		FROM point WHERE id IS NOT NULL GROUP BY id)
	SELECT r.id, r.domain, r.name, r.thread_id, r.start_ns, r.end_ns, r.duration_ns, t.operations, t.gpu_ns
	FROM total t
	JOIN marker_range r ON r.id = t.id;

-- What counters said of each launch that was measured.
CREATE VIEW kernel_metric AS
	SELECT f.name AS kernel, l.launch_shape_id, s.grid_x * s.grid_y * s.grid_z AS blocks,
	       s.block_x * s.block_y * s.block_z AS threads, l.id AS measured_launch_id, l.ordinal, l.correlation_id,
	       l.passes, m.name AS metric, v.value
	FROM launch_metric v
	JOIN metric m ON m.id = v.metric_id
	JOIN measured_launch l ON l.id = v.measured_launch_id
	JOIN launch_shape s ON s.id = l.launch_shape_id
	JOIN function f ON f.id = s.function_id;

-- What the warps of each function were found doing. The subsets named _not_issued are no rows of their own.
CREATE VIEW kernel_stall AS
	WITH sampled AS (
		SELECT p.function_id, r.id, substr(r.name, instr(r.name, 'stalled_') + 8) AS reason,
		       sum(p.samples) AS samples
		FROM pc_sample p
		JOIN stall_reason r ON r.id = p.stall_reason_id
		GROUP BY p.function_id, r.id)
	SELECT f.name AS kernel, s.reason, s.samples,
	       100.0 * s.samples / sum(s.samples) OVER (PARTITION BY s.function_id) AS percent,
	       coalesce((SELECT n.samples FROM sampled n
	                 WHERE n.function_id = s.function_id AND n.reason = s.reason || '_not_issued'), 0)
	       AS not_issued_samples
	FROM sampled s
	JOIN function f ON f.id = s.function_id
	WHERE s.reason NOT LIKE '%\_not\_issued' ESCAPE '\';

-- Counters of whole GPUs over the run.
CREATE VIEW gpu_metric AS
	SELECT g.device_id, g.start_ns, g.duration_ns, g.end_ns, m.name AS metric, v.value
	FROM gpu_sample_metric v
	JOIN gpu_sample g ON g.id = v.gpu_sample_id
	JOIN metric m ON m.id = v.metric_id;
