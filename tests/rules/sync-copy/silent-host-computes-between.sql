-- SPDX-License-Identifier: MIT
-- Blocking copies, but the host makes each part for a millisecond: it is not the copies that cost.
CREATE TEMP TABLE do_part (i INTEGER);
CREATE TEMP TRIGGER do_part_row AFTER INSERT ON do_part BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_async, api)
		VALUES (1500000 * new.i, 165000, 1500000 * new.i + 10000, 150000, 8 << 20, 0, 'cudaMemcpy_v3020');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (1500000 * new.i + 165000, 1500000 * new.i + 171000, 130000, 5);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (1500000 * new.i + 169000, 136000);
END;
INSERT INTO do_part WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 7) SELECT i FROM n;
