-- SPDX-License-Identifier: MIT
-- The host prepares for 150 us, launches a kernel of 200 us, waits for it, prepares the next one. Nothing shows that
-- it needs a result: the two could overlap.
-- expect: severity=warning, occurrences=29, cost_ns=4500000..4900000, gain_percent=35..50, headline~work of its own, evidence~prepare
INSERT INTO string (text) VALUES ('prepare');
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO marker (name_id, thread_id, start_ns, end_ns)
		VALUES ((SELECT id FROM string WHERE text = 'prepare'), 1, -150000 + 362000 * new.i, 362000 * new.i - 500);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (362000 * new.i, 6000 + 362000 * new.i, 200000);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4000 + 362000 * new.i, 207000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
