-- SPDX-License-Identifier: MIT
-- Matrix products of cuBLAS on 8 of 132 SMs each, one after another: their grids are cuBLAS's choice, so that a batched call is
-- what does the work of several.
-- expect: severity=note, advice~"a batched one", advice!~"larger grid"
UPDATE function SET name = 'ampere_sgemm_128x64_nn' WHERE id = 1;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4985000);
