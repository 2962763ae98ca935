-- SPDX-License-Identifier: MIT
-- Every eighth kernel is a product, the others are the program's own: tensor cores can win a tenth of the run.
-- expect: occurrences=3, headline~FP32 units
UPDATE function SET name = 'ampere_sgemm_128x64_nn' WHERE id = 1;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 23)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, CASE i % 8 WHEN 3 THEN 7 ELSE 5 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (110000, 11920000);
