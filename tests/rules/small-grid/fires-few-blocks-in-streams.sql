-- SPDX-License-Identifier: MIT
-- Grids of eight blocks in three streams, all at the same time: 24 of 132 SMs have something to do.
-- expect: severity=warning, cost_ns=2350000..2500000, headline~"8 blocks", headline~"108 of 132 SMs"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 14) SELECT 4000 * i, 6000 + 4000 * (i % 3) + 601000 * (i / 3), 600000, 11 + i % 3, 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (65000, 2980000);
