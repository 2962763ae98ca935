-- SPDX-License-Identifier: MIT
-- As fires-copies-between.sql, but that the copies and memory sets are synchronous, which no capture allows: rows of four and of
-- three launches are too short.
CREATE TEMP TABLE step(i INTEGER, ns INTEGER);
CREATE TEMP TRIGGER step_launch AFTER INSERT ON step WHEN new.i % 10 NOT IN (0, 5, 9) BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns) VALUES (new.ns, 4700, new.ns + 7000, 1000);
END;
CREATE TEMP TRIGGER step_copy AFTER INSERT ON step WHEN new.i % 10 IN (0, 5) BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_async) VALUES (new.ns, 4700, new.ns + 7000, 1000, 4096, 8, 0);
END;
CREATE TEMP TRIGGER step_fill AFTER INSERT ON step WHEN new.i % 10 = 9 BEGIN
	INSERT INTO do_fill (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_async) VALUES (new.ns, 4700, new.ns + 7000, 1000, 4096, 0);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499) SELECT i, 5000 * i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2500000, 6000);
