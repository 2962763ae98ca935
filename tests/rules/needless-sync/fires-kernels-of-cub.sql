-- SPDX-License-Identifier: MIT
-- The host waits for a stream behind each kernel of CUB: Thrust does that, and so may the program.
-- expect: severity=warning, occurrences=29, evidence~"29 waits are for kernels of CUB", advice~"Wait once", advice~"par_nosync"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (20000 * new.i, 5500 + 20000 * new.i, 10000);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (3300 + 20000 * new.i, 16000, 1);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
UPDATE function SET name = '_ZN3cub17CUB_300001_SM_9006detail10radix_sort31DeviceRadixSortSingleTileKernelEv'
	WHERE id = (SELECT function_id FROM launch_shape WHERE id = 1);
