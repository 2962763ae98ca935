-- SPDX-License-Identifier: MIT
-- In each of eleven steps three events are made, in 20 us each, and destroyed behind it.
-- expect: subject=events, occurrences=10, headline~"30 events were made and destroyed in 10 rounds"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 2)
		SELECT 500000 * new.i + 21000 * k, 20000, 'cudaEventCreate_v3020' FROM n;
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (500000 * new.i + 70000, 500000 * new.i + 77000, 200000, 5);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (500000 * new.i + 75000, 203000);
	INSERT INTO do_call (call_ns, call_duration_ns, api) WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 2)
		SELECT 500000 * new.i + 290000 + 21000 * k, 20000, 'cudaEventDestroy_v3020' FROM n;
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT i FROM n;
