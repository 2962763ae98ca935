-- SPDX-License-Identifier: MIT
-- As fires-growing-rounds.sql, without waits: the kernel that each round ends with tells.
-- include: any.sql
-- expect: severity=warning, gain=null, advice~Each round launches more than the one before, evidence~each longer than the one before
DROP TRIGGER do_end_any;
CREATE TEMP TRIGGER do_end_any INSTEAD OF INSERT ON do_any WHEN NEW.is_end BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id) VALUES (NEW.call_ns, 4700, NEW.call_ns + 7000, 1000, 4); END;
INSERT INTO do_any WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 19), n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 210)
	SELECT 1100000 * i + 5000 * k, k = (20 + 10 * i) FROM r, n WHERE k <= (20 + 10 * i) ORDER BY 1;
