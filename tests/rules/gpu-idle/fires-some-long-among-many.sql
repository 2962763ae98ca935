-- SPDX-License-Identifier: MIT
-- As fires-longer-among-short.sql, but behind each fortieth: a fifth of the time, which neither a sum nor a median tells.
-- expect: severity=warning, headline~work of its own, evidence~"of up to 70.00 us, and 19 of 600.0 us or more"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 799)
	SELECT 100000 * i + 530000 * (i / 40), 6000 + 100000 * i + 530000 * (i / 40), 30000, 11, 4 FROM n;
