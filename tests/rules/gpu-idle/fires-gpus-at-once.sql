-- SPDX-License-Identifier: MIT
-- include: peers.sql
-- Two GPUs are given their work before the host waits for both, 30 times; the second has twice as much, of another kind. The first idles
-- while the second works, but they take no turns.
-- expect-count: 1
-- expect: subject="GPU 0", advice!~"take turns", evidence!~"by turns"
CREATE TEMP TABLE step (i INTEGER, other INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
		(1020000 * new.i, 1020000 * new.i + 6000, 500000, 1, 5),
		(1020000 * new.i + 4000, 1020000 * new.i + 10000, 1000000, new.other, 7);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id) VALUES
		(1020000 * new.i + 8000, 1020000 * new.i + 508000, 1500, 4, 2, 1),
		(1020000 * new.i + 12000, 1020000 * new.i + 1012000, 1500, 4, 2, new.other);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES
		(1020000 * new.i + 16000, 498000, 1), (1020000 * new.i + 515000, 503000, new.other);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29)
	SELECT i, (SELECT min(s.id) FROM stream s JOIN context c ON c.id = s.context_id WHERE c.device_id = 1) FROM n;
