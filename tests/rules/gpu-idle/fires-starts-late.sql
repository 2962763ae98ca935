-- SPDX-License-Identifier: MIT
-- Thirty steps of twelve kernels; before each the host works for 3 ms. The first launch after that takes 28 us instead
-- of 3, and its kernel starts 27 us after the call began: more than launches explain, but the 3 ms before are the
-- host's all the same.
-- expect: occurrences=29, cost_ns=88000000..89000000, headline~work of its own
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (3400000 * new.i, 28000, 3400000 * new.i + 27000, 10000, 11, 4);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < 11)
		SELECT 3400000 * new.i + 30000 + 30000 * k, 3400000 * new.i + 36000 + 30000 * k, 10000, 11, 4 FROM n;
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (3400000 * new.i + 364000, 13000, 11);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
