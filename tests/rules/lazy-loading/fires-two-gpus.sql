-- SPDX-License-Identifier: MIT
-- GPU 0 as in fires-between-streams.sql, where 2 ms can be won; meanwhile another thread loads its functions for GPU 1 in
-- calls of 500 us, which takes 3 ms. What is won on GPU 0 alone ends there.
-- expect: subject="GPU 0", gain_ns=800000..1100000, evidence~"for most of that other causes held them"
-- expect-count: 1
INSERT INTO device SELECT 1,name,'GPU-1','0000:00:07.0',compute_capability_major,compute_capability_minor,multiprocessors,core_clock_khz,memory_clock_khz,memory_bus_bits,memory_bandwidth_bytes_per_s,memory_bytes,l2_cache_bytes,copy_engines,threads_per_warp,max_threads_per_multiprocessor,max_warps_per_multiprocessor,max_blocks_per_multiprocessor,max_registers_per_multiprocessor,max_shared_bytes_per_multiprocessor,max_threads_per_block,max_registers_per_block,max_shared_bytes_per_block,max_shared_bytes_per_block_optin,reserved_shared_bytes_per_block,is_concurrent_kernels,is_mig,is_ecc FROM device WHERE id=0;
INSERT INTO context VALUES (2, 1, 7, NULL, NULL);
INSERT INTO stream VALUES (30, 2, 12, 2, 0);
INSERT INTO function WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT i, '_Z4fn' || i || 'v' FROM n;
INSERT INTO launch_shape SELECT 100 + f, f, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin
	FROM launch_shape, (SELECT id AS f FROM function WHERE id > 2) WHERE launch_shape.id = 1;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id) VALUES
	(0, 6000, 1000000, 11), (4000, 10000, 1000000, 12), (8000, 14000, 1000000, 13);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
	(12000, 10000, 1024000, 1000000, 11, 103), (24000, 10000, 2034000, 1000000, 12, 104),
	(36000, 10000, 3044000, 1000000, 13, 105);
INSERT INTO do_call (call_ns, api, thread_id) VALUES (49000, 'cudaSetDevice_v3020', 2);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (50000, 4000000);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, stream_id, launch_shape_id, thread_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 5)
	SELECT 60000 + 501000 * i, 500000, 563000 + 501000 * i, 1000, 30, 106 + i, 2 FROM n;
INSERT INTO overhead (kind, start_ns, duration_ns, thread_id) VALUES
	(327680, 13000, 5000, 1), (327680, 25000, 5000, 1), (327680, 37000, 5000, 1);
INSERT INTO overhead (kind, start_ns, duration_ns, thread_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 5)
	SELECT 327680, 61000 + 501000 * i, 490000, 2 FROM n;
