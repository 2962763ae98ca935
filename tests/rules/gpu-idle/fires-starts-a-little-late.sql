-- SPDX-License-Identifier: MIT
-- Thirty steps of three kernels, 200 us apart, in which the host works. Nothing shows why the first kernel of a step
-- starts 30 us later than launches explain: the rest of the pause is the host's.
-- expect: cost_ns=6000000..7000000, headline~work of its own
CREATE TEMP TABLE step (i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
		(536000 * new.i, 536000 * new.i + 36000, 100000, 11, 4),
		(536000 * new.i + 148000, 536000 * new.i + 154000, 100000, 11, 4),
		(536000 * new.i + 266000, 536000 * new.i + 272000, 100000, 11, 4);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (536000 * new.i + 270000, 104000, 11);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
