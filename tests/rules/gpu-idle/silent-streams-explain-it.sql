-- SPDX-License-Identifier: MIT
-- Twenty steps make a stream (20 us) and destroy it (15 us): what the GPU idles for is what stream-in-loop says.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (90000 * new.i, 20000, 'cudaStreamCreate_v3020');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (90000 * new.i + 21000, 90000 * new.i + 27000, 30000, 5);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (90000 * new.i + 25000, 35000);
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (90000 * new.i + 61000, 15000, 'cudaStreamDestroy_v5050');
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
