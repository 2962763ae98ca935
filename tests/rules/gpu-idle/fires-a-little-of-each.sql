-- SPDX-License-Identifier: MIT
-- Each step of 100 us is followed by a gap of 200 us: 80 us of the host's own, 60 in an event, 60 in the launch: its own is the
-- largest part, though less than half.
-- expect: severity=warning, headline~"mostly while the host did work of its own", evidence~"2.320 ms the program's own work", occurrences=29
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
	VALUES (0, 3000, 6000, 100000, 4);
CREATE TEMP TABLE step (i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (300000 * new.i - 114000, 60000, 'cudaEventRecord_v3020');
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (300000 * new.i - 54000, 57000, 300000 * new.i + 6000, 100000, 4);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
