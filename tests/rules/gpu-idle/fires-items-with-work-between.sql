-- SPDX-License-Identifier: MIT
-- Before its loop a program takes a number from the GPU 1,100 times, and works for 0.6 ms with each.
-- expect: subject="before the loops", severity=warning, cost_ns=650000000..662000000, occurrences=1100, gain=null, headline~"1,100 copies, each waited for"
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4EEEvv';
CREATE TEMP TABLE item(i INTEGER);
CREATE TEMP TRIGGER item_row AFTER INSERT ON item BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind)
		VALUES (600000 * new.i, 3000, 600000 * new.i + 10000, 2000, 8, 2);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (600000 * new.i + 4000, 11000, 1);
END;
INSERT INTO item WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1099) SELECT i FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
	SELECT 660100000 + 4000 * i, 660106000 + 501000 * i, 500000, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (660950000, 99500000);
