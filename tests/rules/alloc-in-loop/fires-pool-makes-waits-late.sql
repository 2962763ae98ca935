-- SPDX-License-Identifier: MIT
-- As fires-pool-gives-back.sql, but the host waits for each kernel, and returns 140 us after it has ended: the pool gives the
-- memory back meanwhile.
-- expect: severity=warning, occurrences=19, cost_ns=3800000..4100000, gain_percent=65..75, evidence~"19 waits for the GPU returned 140.0 us later, on average"
-- include: allocations.sql
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_allocation VALUES (270000 * new.i, 65000, 1, 32 << 20, 1 << 30, 'cudaMallocAsync_v11020', 1);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (270000 * new.i + 66000, 270000 * new.i + 72000, 50000, 5);
	INSERT INTO do_allocation VALUES (270000 * new.i + 70000, 2000, 2, 32 << 20, 1 << 30, 'cudaFreeAsync_v11020', 1);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (270000 * new.i + 73000, 189000, 1);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
