-- SPDX-License-Identifier: MIT
-- Five parts of a file are read for 100 ms each, copied in and worked on: rounds of a loop, though they are few. The last part
-- is a small one, which takes a tenth.
-- expect: subject=long rounds, severity=warning, gain=null, cost_ns=395000000..401000000, occurrences=4, headline~"4 times 99.90 ms between cudaMalloc and cudaMemcpy", advice~second thread, evidence~"wins at most"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (-20000, -10000, 2000, 1);
CREATE TEMP TABLE do_round (i INTEGER);
CREATE TEMP TRIGGER do_round_row AFTER INSERT ON do_round BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (130000000 * new.i, 100000, 'cudaMalloc_v3020');
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, api)
		VALUES (130000000 * new.i + CASE new.i WHEN 4 THEN 10000000 ELSE 100000000 END, 20000000, 130000000 * new.i + CASE new.i WHEN 4 THEN 10000000 ELSE 100000000 END + 100000, 19800000, 167772160, 0, 'cudaMemcpy_v3020');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (130000000 * new.i + CASE new.i WHEN 4 THEN 10000000 ELSE 100000000 END + 20010000, 130000000 * new.i + CASE new.i WHEN 4 THEN 10000000 ELSE 100000000 END + 20016000, 9000000, 4);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (130000000 * new.i + CASE new.i WHEN 4 THEN 10000000 ELSE 100000000 END + 20020000, 8999000);
END;
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4) SELECT i FROM n;
