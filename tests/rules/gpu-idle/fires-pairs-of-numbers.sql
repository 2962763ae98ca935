-- SPDX-License-Identifier: MIT
-- 1,500 rounds of a kernel and two numbers that the host takes: a sum and the last element of a scan are results, not elements of an
-- array that the host goes through.
-- expect: advice!~"whole array", evidence!~elements
CREATE TEMP TABLE turn(i INTEGER);
CREATE TEMP TRIGGER turn_row AFTER INSERT ON turn BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (40000 * new.i, 40000 * new.i + 5000, 1000, 5);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind) VALUES (40000 * new.i + 4000, 40000 * new.i + 9000, 1000, 4, 2);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (40000 * new.i + 8000, 4000, 1);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind) VALUES (40000 * new.i + 14000, 40000 * new.i + 19000, 1000, 4, 2);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (40000 * new.i + 18000, 4000, 1);
END;
INSERT INTO turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1499) SELECT i FROM n;
