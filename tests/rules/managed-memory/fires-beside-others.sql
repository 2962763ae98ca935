-- SPDX-License-Identifier: MIT
-- Kernels of two streams, each behind a wait of the host, which may have used the memory: nothing to compare with, and counters
-- do not tell since they share the GPU. It costs no more than the time in which anything ran.
-- abstains: beside each other
-- expect: severity=note, gain=null, headline~"128 MiB of managed memory are never prefetched", cost_ns=5000000..5100000, evidence~"kernels small (10) and large (10)"
-- expect-count: 1
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (700000 * new.i, 700000 * new.i + 10000, 500000, 11, 7), (700000 * new.i + 4000, 700000 * new.i + 14000, 500000, 12, 6);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (700000 * new.i + 8000, 510000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n;
INSERT INTO do_metric (launch_shape_id, name, value) VALUES (7, 'gpu__time_duration.sum', 100000);
