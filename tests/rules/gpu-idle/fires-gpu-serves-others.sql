-- SPDX-License-Identifier: MIT
-- As silent-gpu-serves-others.sql, but the host works for 2 ms before each launch: these are its own, and the 2 ms behind them are not.
-- expect: cost_ns=77000000..82000000, occurrences=39, headline~work of its own, evidence~"late another 7"
CREATE TEMP TABLE step (i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (5020000 * new.i, 5020000 * new.i + 2005000, 1000000, 11, 4);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (5020000 * new.i + 4000, 3006000, 11);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
