-- SPDX-License-Identifier: MIT
-- fires-results-each-step.sql with kernels of 230 us: 7 % of the time is behind the waits for results, which is their
-- cause, and worth saying.
-- expect: occurrences=199, cost_ns=3000000..3400000, headline~waited for the GPU, advice~every few steps
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 230000, 4);
CREATE TEMP TABLE step(i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_async)
		VALUES (new.start_ns + 4000, 230000 + 14000, new.start_ns + 230000 + 7000, 2000, 4, 2, 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (new.start_ns + 230000 + 19000, new.start_ns + 230000 + 25000, 230000, 4);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 198) SELECT i, (230000 + 19000) * i FROM n;
