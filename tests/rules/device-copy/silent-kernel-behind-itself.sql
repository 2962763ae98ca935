-- SPDX-License-Identifier: MIT
-- One other kernel, then twenty launches of one that copies, as a benchmark of copying has it, and another kernel at the end:
-- what they copy is no step's result.
-- include: copies.sql
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 200000, 5);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 10000 + 5000 * i, 207500 + 91500 * i, 90000, 7 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (150000, 2040000, 200000, 5);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (200000, 2041000);
