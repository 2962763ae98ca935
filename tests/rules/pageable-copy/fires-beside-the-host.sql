-- SPDX-License-Identifier: MIT
-- Twenty steps of a copy of 4 MiB that takes 800 us, a kernel of 500 us, and 200 ms of the host's own work: pinned copies
-- take 78 us. That is 0.36 % of the run, and half of what it does with the GPU.
-- expect: severity=note, cost_ns=14000000..14700000, gain_ns=14000000..14300000
-- expect-count: 1
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, api)
		VALUES (200000000 * new.i, 830000, 200000000 * new.i + 20000, 800000, 4194304, 0, 0, 'cudaMemcpy_v3020');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (200000000 * new.i + 840000, 200000000 * new.i + 846000, 500000, 5);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (200000000 * new.i + 850000, 500000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
