-- SPDX-License-Identifier: MIT
-- Thirty kernels of 10 us, each waited for before the next is launched: 10 us of idling after each.
-- expect: severity=warning, occurrences=29, cost_ns=280000..310000, gain_percent=30..55, headline~29 times, advice!~"copies of its own data", evidence!~"par_nosync"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (20000 * new.i, 5500 + 20000 * new.i, 10000);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (3300 + 20000 * new.i, 16000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
