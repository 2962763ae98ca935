-- SPDX-License-Identifier: MIT
-- A prefetch before the loop. Its rounds wait for their kernels, and then 1 ms for nothing that is known: that is not for
-- pages which came long ago.
-- abstains: managed memory is in use
-- budget: migration<=1, synchronization>=40
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
CREATE TEMP TABLE do_step (i INTEGER);
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (-90000, 80000, 'cudaMemPrefetchAsync_v13000');
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (2100000 * new.i, 2100000 * new.i + 6000, 1000000, 7);
	INSERT INTO do_wait (call_ns, call_duration_ns)
		VALUES (2100000 * new.i + 4000, CASE new.i WHEN 0 THEN 1005000 ELSE 2010000 END);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
