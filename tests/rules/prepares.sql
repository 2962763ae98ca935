-- SPDX-License-Identifier: MIT
-- do_step: in step I, of 362 us, the host prepares for 150 us in an NVTX range, then launches a kernel of 200 us and waits for it.
INSERT INTO string (text) VALUES ('prepare');
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO marker (name_id, thread_id, start_ns, end_ns)
		VALUES ((SELECT id FROM string WHERE text = 'prepare'), 1, -150000 + 362000 * new.i, 362000 * new.i - 500);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (362000 * new.i, 6000 + 362000 * new.i, 200000);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4000 + 362000 * new.i, 207000);
END;
