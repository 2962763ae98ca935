-- SPDX-License-Identifier: MIT
-- Twenty results of 64 MiB, behind a kernel of 40 ms each. The GPU copies them as fast as into pinned memory, but the call returns 5 ms later. Of that
-- the driver's buffer explains 1 ms, for as much as it holds: 2.2 % of the run. The rest may be something else.
-- expect: subject="device to host", severity=warning, cost_ns=20000000..22000000, occurrences=20, evidence~"ms in which the GPU does not copy yet, or no more"
-- expect-count: 1
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (48000000 * new.i, 48000000 * new.i + 6000, 40000000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async)
		VALUES (48000000 * new.i + 5000, 46302000, 48000000 * new.i + 40007000, 1300000, 64 << 20, 2, 0, 0);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
