-- SPDX-License-Identifier: MIT
-- One block of 128 threads with 200 kB of shared memory on each SM: that is how cuBLAS makes fast kernels.
UPDATE function SET name = 'nvjet_hsh_128x256_64x4_1x2_h_bz_coopA_NNT' WHERE id = 2;
UPDATE launch_shape SET block_x = 128, dynamic_shared_bytes = 200000 WHERE id = 4;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 4 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4985000);
