-- SPDX-License-Identifier: MIT
-- Each step copies a result to the host in a blocking call and then waits once more. The GPU idles because the host had to
-- see the result, not because of that.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (60000 * new.i, 5500 + 60000 * new.i, 25000);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
		VALUES (3300 + 60000 * new.i, 40000, 32000 + 60000 * new.i, 1500, 4, 2, 0, 0, 'cudaMemcpy_v3020');
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (43600 + 60000 * new.i, 16000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
