-- SPDX-License-Identifier: MIT
-- As fires-after-every-launch.sql, behind two copies that ran at once though the GPU has one engine for their direction:
-- the replay has them one after the other, and is off by more than the waits cost. They cost what was measured.
-- expect: severity=warning, gain=null, cost_ns=280000..310000
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id) VALUES
	(0, 6000, 500000, 20000000, 11), (4000, 10000, 500000, 20000000, 12);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (8000, 507000);
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (540000 + 20000 * new.i, 5500 + 540000 + 20000 * new.i, 10000);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (3300 + 540000 + 20000 * new.i, 16000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
