-- SPDX-License-Identifier: MIT
-- One block more than the GPU holds at a time, in a kernel of cuBLAS: its user can pad or batch, not stride.
-- expect: severity=note, advice~pad a dimension, gain=null
UPDATE function SET name = 'ampere_sgemm_128x64_nn' WHERE id = 2;
UPDATE launch_shape SET grid_x = 1057 WHERE id = 4;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 4 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4985000);
