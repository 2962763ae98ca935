-- SPDX-License-Identifier: MIT
-- The same with shorter copies: the gain is larger than what the replay is off by, and as uncertain.
-- expect: severity=warning, gain_percent=20..50, gain_error_ns=95000..130000, evidence~"off by 9"
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id) VALUES
	(0, 6000, 100000, 4000000, 11), (4000, 10000, 100000, 4000000, 12);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (8000, 107000);
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (140000 + 20000 * new.i, 5500 + 140000 + 20000 * new.i, 10000);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (3300 + 140000 + 20000 * new.i, 16000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
