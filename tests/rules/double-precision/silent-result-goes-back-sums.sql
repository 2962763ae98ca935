-- SPDX-License-Identifier: MIT
-- The function small() of sums.sql alone: the sum of floats goes back behind the loop, with one operation for each float.
-- include: sums.sql
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 7 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4975000);
INSERT INTO do_sample SELECT 1, 16 * i.value, 'wait', 100, 90 FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30]') i;
