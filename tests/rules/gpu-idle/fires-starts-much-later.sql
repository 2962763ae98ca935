-- SPDX-License-Identifier: MIT
-- Thirty steps of three kernels, 200 us apart. The host works for 110 us of them. Nothing shows why the first kernel of a
-- step starts 80 us later than launches explain: what passed before its launch is the host's all the same, the rest is not.
-- expect: cost_ns=4200000..4700000, headline~work of its own, evidence~"late another 2.3", evidence~"none of it: the GPU may have served other programs"
CREATE TEMP TABLE step (i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
		(536000 * new.i, 536000 * new.i + 86000, 100000, 11, 4),
		(536000 * new.i + 198000, 536000 * new.i + 204000, 100000, 11, 4),
		(536000 * new.i + 316000, 536000 * new.i + 322000, 100000, 11, 4);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (536000 * new.i + 415000, 9000, 11);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
