-- SPDX-License-Identifier: MIT
-- Two kernels of one template, which divide in the same line: a finding for each.
-- include: twins.sql
-- expect: severity=note, subject=part<1>, gain=null, headline~"of its time", evidence~"twins.cu"
-- expect: severity=note, subject=part<2>, gain=null
UPDATE function SET name = '_Z4partILi1EEvPf' WHERE id = 1;
UPDATE function SET name = '_Z4partILi2EEvPf' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 5100000 + 4000 * i, 5106000 + 501000 * i, 500000, 7 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (5145000, 4975000);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 70), (5, 'smsp__inst_executed.sum', 1000000),
	(7, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 70), (7, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample (function_id, pc, reason, samples)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 35) SELECT f, 16 * i, 'selected', 100 FROM n, (SELECT 1 AS f UNION SELECT 2);
