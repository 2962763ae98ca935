-- SPDX-License-Identifier: MIT
-- The host prepares each batch while the GPU works on the one before, and waits after that: hardly any gap.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (210000 * new.i, 6000 + 210000 * new.i, 200000);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (160000 + 210000 * new.i, 48000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
