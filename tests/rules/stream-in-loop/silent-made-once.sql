-- SPDX-License-Identifier: MIT
-- Twenty streams are made, used, and destroyed at the end.
INSERT INTO do_call (call_ns, call_duration_ns, api) WITH RECURSIVE n(value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM n WHERE value < 19)
	SELECT 21000 * value, 20000, 'cudaStreamCreate_v3020' FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM n WHERE value < 19)
	SELECT 430000 + 4000 * value, 440000 + 31000 * value, 30000, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (510000, 570000);
INSERT INTO do_call (call_ns, call_duration_ns, api) WITH RECURSIVE n(value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM n WHERE value < 19)
	SELECT 1100000 + 16000 * value, 15000, 'cudaStreamDestroy_v5050' FROM n;
