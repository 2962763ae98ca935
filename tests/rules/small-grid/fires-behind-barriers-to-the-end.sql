-- SPDX-License-Identifier: MIT
-- Eight blocking streams with one block of 10 ms each take turns, since a kernel of the null stream stands behind each of them, and the
-- program ends by cudaDeviceReset(), which takes long: with blocks for all SMs nobody would wait for long, at the barriers either;
-- without the barriers one block still takes 10 ms.
-- expect: severity=warning, headline~"131 of 132 SMs", cost_ns=79000000..80000000, evidence~"others wait for 69.86 ms behind these launches"
CREATE TEMP TABLE step (i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
		(20000 * new.i, 6000 + 10003000 * new.i, 10000000, 2 + new.i, 2),
		(20000 * new.i + 8000, 10007000 + 10003000 * new.i, 500, 1, 1);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 7) SELECT i FROM n;
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (200000, 100000000, 'cudaDeviceReset_v3020');
