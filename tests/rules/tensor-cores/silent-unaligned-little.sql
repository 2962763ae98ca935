-- SPDX-License-Identifier: MIT
-- Unaligned rows for 160 us of 10 ms, of which padding leaves half: sizes are not changed for less than 2 % of the run.
UPDATE function SET name = '_ZN7cutlass7Kernel2I57cutlass_75_tensorop_bf16_s1688gemm_bf16_128x256_tn_align1EEvNT_6ParamsE' WHERE id = 2;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 160000, 5), (4000, 167000, 9800000, 7);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 9930000);
