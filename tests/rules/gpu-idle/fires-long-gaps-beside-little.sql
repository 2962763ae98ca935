-- SPDX-License-Identifier: MIT
-- Now and then the host works for 20 ms, between rows of short kernels whose results it has to wait for: they take 4 % of the time. Nor
-- is that won by getting ahead of the GPU: what the host does for 20 ms would take as long.
-- expect: gain=null, headline~work of its own, advice~next to nothing, advice!~pinned, not_predicted~"own work that has to become less"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes) VALUES (21000000 * new.i, 8000, 4000 + 21000000 * new.i, 2000, 262144);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (9000 + 21000000 * new.i, 9000);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (20000 + 21000000 * new.i, 26000 + 21000000 * new.i, 800000);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind) VALUES (24000 + 21000000 * new.i, 3000, 827000 + 21000000 * new.i, 2000, 1024, 2);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (820000 + 21000000 * new.i, 12000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
