-- SPDX-License-Identifier: MIT
-- fires-items-before-loops.sql, copied 4 labels at a time.
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4EEEvv';
CREATE TEMP TABLE item(i INTEGER);
CREATE TEMP TRIGGER item_row AFTER INSERT ON item BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind)
		VALUES (60000 * new.i, 3000, 60000 * new.i + 10000, 2000, 32, 2);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (60000 * new.i + 4000, 11000, 1);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async)
		VALUES (60000 * new.i + 35000, 15000, 60000 * new.i + 45000, 2000, 32, 1, 0, 0);
END;
INSERT INTO item WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999) SELECT i FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
	SELECT 60100000 + 4000 * i, 60106000 + 501000 * i, 500000, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (60950000, 99500000);
