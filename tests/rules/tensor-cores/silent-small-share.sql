-- SPDX-License-Identifier: MIT
-- One product beside 25 kernels of the program's own.
UPDATE function SET name = 'ampere_sgemm_128x64_nn' WHERE id = 1;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 25)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, CASE i WHEN 3 THEN 7 ELSE 5 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (110000, 12920000);
