-- SPDX-License-Identifier: MIT
-- As fires-tf32.sql, on two GPUs, one after the other and in grids of their own: a note about each, which is known by the GPU's name.
-- expect: severity=note, subject="TF32 on GPU 0"
-- expect: severity=note, subject="TF32 on GPU 1"
-- expect-count: 2
-- include: peers.sql
UPDATE function SET name = '_ZN17cutlass__5x_cudnn6KernelI66cutlass_tensorop_s1688fprop_optimized_tf32_256x64_16x4_nhwc_align4EEvNT_6ParamsE' WHERE id = 2;
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4EEEvv' WHERE id = 1;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (-20000, -10000, 5000, 1);
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id, channel_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 6000000 + 4000 * i, 6006000 + 501000 * i, 500000, 31, 4, 131 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (6045000, 4980000, 31);
