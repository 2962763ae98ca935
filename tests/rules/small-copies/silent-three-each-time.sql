-- SPDX-License-Identifier: MIT
-- Three small copies before each of a hundred kernels: a kernel's arguments, not pieces of one buffer.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id)
		SELECT 20000 * new.i + 4000 * k.value, 10000 + 50000 * new.i + 4000 * k.value, 2000, 4096, 11
		FROM json_each('[0, 1, 2]') AS k;
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (20000 * new.i + 12000, 22000 + 50000 * new.i, 20000, 11, 5);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2000000, 3000000);
