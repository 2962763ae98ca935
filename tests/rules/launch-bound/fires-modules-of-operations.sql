-- SPDX-License-Identifier: MIT
-- As fires-module-of-xla.sql, but each two launches are a computation: operations that the program calls one by one. One jit holds them all.
-- expect: severity=warning, advice~"put the whole step under one jax.jit", advice!~"--xla_gpu_graph_min_graph_size"
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2500000, 6000);
UPDATE function SET name = 'loop_add_fusion';
INSERT INTO string (id, text) VALUES (9000, 'XlaModule:#hlo_module=jit_add,program_id=4#');
INSERT INTO marker (id, name_id, thread_id, start_ns, end_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 249) SELECT 1 + i, 9000, 1, 10000 * i - 100, 10000 * i + 9800 FROM n;
