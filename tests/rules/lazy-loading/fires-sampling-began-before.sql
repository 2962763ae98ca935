-- SPDX-License-Identifier: MIT
-- As fires-between-streams.sql with kernels of 100 ms, and warps are sampled: that began in the first launch, for 300 ms, while another thread copied. What
-- functions loaded in between hold back is not the recorder's.
-- expect: cost_ns=200000000..320000000, advice~CUDA_MODULE_LOADING=EAGER
-- budget: recorder>=40, loading>=25
-- include: stages.sql
INSERT INTO pc_sampling VALUES (1, 32768, 100, 0, 0);
INSERT INTO overhead (kind, start_ns, duration_ns, thread_id) VALUES (196608, -400000000, 5000, 1);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	VALUES (-301000000, 300000000, -1010000, 10000, 14, 1);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, stream_id, thread_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 298)
	SELECT -300500000 + i * 1000000, 20000, -300460000 + i * 1000000, 950000, 40000000, 15, 2 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id) VALUES
	(0, 6000, 100000000, 11), (4000, 10000, 100000000, 12), (8000, 14000, 100000000, 13);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
	(12000, 10000, 100024000, 100000000, 11, 103), (24000, 10000, 200034000, 100000000, 12, 104),
	(36000, 10000, 300044000, 100000000, 13, 105);
INSERT INTO overhead (kind, start_ns, duration_ns, thread_id) VALUES
	(327680, 13000, 5000, 1), (327680, 25000, 5000, 1), (327680, 37000, 5000, 1);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (50000, 400000000);
