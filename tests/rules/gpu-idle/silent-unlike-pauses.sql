-- SPDX-License-Identifier: MIT
-- Four pauses before the same kernel, each less than half as long as the one before: no pieces of the same work.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (-20000, -10000, 2000, 1);
CREATE TEMP TABLE do_round (i INTEGER);
CREATE TEMP TRIGGER do_round_row AFTER INSERT ON do_round BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (130000000 * new.i, 100000, 'cudaMalloc_v3020');
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, api)
		VALUES (130000000 * new.i + (100000000 >> (new.i * 2)) + 200000, 20000000, 130000000 * new.i + (100000000 >> (new.i * 2)) + 200000 + 100000, 19800000, 167772160, 0, 'cudaMemcpy_v3020');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (130000000 * new.i + (100000000 >> (new.i * 2)) + 200000 + 20010000, 130000000 * new.i + (100000000 >> (new.i * 2)) + 200000 + 20016000, 9000000, 4);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (130000000 * new.i + (100000000 >> (new.i * 2)) + 200000 + 20020000, 8999000);
END;
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n;
