-- SPDX-License-Identifier: MIT
-- As fires-short-kernels.sql, but that a range of XLA's says that the launches are the passes of a loop: there is nothing to put into
-- one jit, and nothing that its user could capture.
-- expect: severity=warning, advice~"passes of a loop that XLA runs", advice~"jax.lax.associative_scan", advice!~cudaStreamBeginCapture, advice!~"under one jax.jit"
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2500000, 6000);
UPDATE function SET name = 'loop_add_fusion';
INSERT INTO string (id, text) VALUES (9000, 'Thunk:#name=jit(scan)/while/body/add,hlo_op=loop_add_fusion#');
INSERT INTO marker (id, name_id, thread_id, start_ns, end_ns) VALUES (1, 9000, 1, -1000, 2499000);
