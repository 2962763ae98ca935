-- SPDX-License-Identifier: MIT
-- Four blocking streams in turn: a kernel of 100 us, one of 10 us in the null stream, which was forgotten to name the stream,
-- and another one of 50 us behind it, in the stream again.
-- expect: evidence~"right between two operations", advice~"stands right before and behind it", advice!~"--default-stream per-thread"
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
		(12000 * new.i, 6000 + 165000 * new.i, 100000, 2 + new.i % 4, 2),
		(12000 * new.i + 4000, 107500 + 165000 * new.i, 10000, 1, 2),
		(12000 * new.i + 8000, 119000 + 165000 * new.i, 50000, 2 + new.i % 4, 2);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (12000 * 40, 165000 * 40 - 470000);
