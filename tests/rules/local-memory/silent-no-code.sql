-- SPDX-License-Identifier: MIT
-- Without the code nothing can be said.
-- abstains: does not have the code
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4975000);
