-- SPDX-License-Identifier: MIT
-- As fires-short-kernels.sql, but that XLA's range says that all launches are of one computation: they are under one jit already.
-- expect: severity=warning, advice~"has compiled already", advice~"--xla_gpu_graph_min_graph_size", advice!~cudaStreamBeginCapture, advice!~"put the whole step under one jax.jit"
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2500000, 6000);
UPDATE function SET name = 'loop_add_fusion';
INSERT INTO string (id, text) VALUES (9000, 'XlaModule:#hlo_module=jit_update,program_id=4#');
INSERT INTO marker (id, name_id, thread_id, start_ns, end_ns)
	VALUES (1, 9000, 1, -1000, 2499900);
