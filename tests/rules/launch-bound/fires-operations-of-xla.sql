-- SPDX-License-Identifier: MIT
-- As fires-loop-of-xla.sql, but that the range is of one operation after the other: JAX launches them.
-- Put into one jit they are one.
-- expect: severity=warning, advice~cudaStreamBeginCapture, advice~"under one jax.jit", advice!~associative_scan
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2500000, 6000);
UPDATE function SET name = 'loop_add_fusion';
INSERT INTO string (id, text) VALUES (9000, 'Thunk:#name=jit(scan)/add,hlo_op=loop_add_fusion#');
INSERT INTO marker (id, name_id, thread_id, start_ns, end_ns) VALUES (1, 9000, 1, -1000, 2499000);
