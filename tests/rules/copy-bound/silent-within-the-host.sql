-- SPDX-License-Identifier: MIT
-- Copies within the host's memory: its processor makes them, in the calls, and no GPU.
-- budget: copy-call>=80, copy<=1
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 50000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_async, api)
	WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
	SELECT 1000000 * i, 960000, 1000000 * i + 5000, 950000, 8000000, 9, 0, 'cudaMemcpy_v3020' FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (21000000, 21006000, 50000, 5);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (21010000, 60000);
