-- SPDX-License-Identifier: MIT
-- Thirty kernels of eight blocks in one stream, issued ahead. Whether they depend on each other cannot be seen: a
-- note without prediction, that says what dealing them to streams would win.
-- expect: severity=note, occurrences=30, gain=null, cost_ns=1300000..1350000, advice~independent, evidence~with 4
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29)
	SELECT 4000 * i, 6000 + 51100 * i, 50000, 11, 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (125000, 1415000);
