-- SPDX-License-Identifier: MIT
-- A sum of CuPy on 8 of 132 SMs: what it can do about its blocks is CuPy's, and no kernel of the program.
-- expect: severity=note, gain=null, advice~ascontiguousarray, advice~cupy.fuse, advice!~"Give an operation more elements", evidence~"CuPy chose this kernel"
-- expect-count: 1
UPDATE function SET name = 'cupy_sum' WHERE id = 1;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4985000);
