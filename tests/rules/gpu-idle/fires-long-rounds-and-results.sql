-- SPDX-License-Identifier: MIT
-- Four parts of a file are read for 100 ms each, copied in and worked on; behind the last kernel four results are copied out, and written for
-- 50 ms each: the same rounds. A table that is copied out before, of another size, is none of them.
-- expect: subject=long rounds, gain=null, cost_ns=595000000..601000000, occurrences=8, headline~"4 times 50.00 ms between cudaMemcpy and cudaFree", evidence~behind the last kernel
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (-20000, -10000, 2000, 1);
CREATE TEMP TABLE do_round (i INTEGER);
CREATE TEMP TRIGGER do_round_row AFTER INSERT ON do_round BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (130000000 * new.i, 100000, 'cudaMalloc_v3020');
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, api)
		VALUES (130000000 * new.i + 100000000, 20000000, 130000000 * new.i + 100000000 + 100000, 19800000, 167772160, 0, 'cudaMemcpy_v3020');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (130000000 * new.i + 100000000 + 20010000, 130000000 * new.i + 100000000 + 20016000, 9000000, 4);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (130000000 * new.i + 100000000 + 20020000, 8999000);
END;
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n;
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, api)
	VALUES (530000000, 1000000, 530100000, 800000, 1048576, 2, 0, 'cudaMemcpy_v3020');
CREATE TEMP TABLE do_result (i INTEGER);
CREATE TEMP TRIGGER do_result_row AFTER INSERT ON do_result BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, api)
		VALUES (540000000 + 70200000 * new.i, 20000000, 540100000 + 70200000 * new.i, 19800000, 167772160, 2, 0, 'cudaMemcpy_v3020');
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (610000000 + 70200000 * new.i, 100000, 'cudaFree_v3020');
END;
INSERT INTO do_result WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n;
