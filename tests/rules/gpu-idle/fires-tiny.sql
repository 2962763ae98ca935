-- SPDX-License-Identifier: MIT
-- As results.sql with kernels of one block and 1 us, of which each is behind a wait for a number: the GPU is busy for 10 % of the time at most.
-- expect: advice~"the CPU may be faster", evidence~"small work"
CREATE TEMP TABLE step(i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (new.start_ns, new.start_ns + 6000, 1000);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (new.start_ns + 80000, new.start_ns + 86000, 1000);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_async)
		VALUES (new.start_ns + 90000, 10000, new.start_ns + 95000, 1000, 4, 2, 0);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 198) SELECT i, 150000 * i FROM n;
