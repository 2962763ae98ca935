-- SPDX-License-Identifier: MIT
-- 60 rounds of 40 launches, in which the host copies eight bytes to the GPU behind the fifth, the tenth and the thirtieth, and waits for
-- them: these keep a round from being one graph, and are nothing that it takes from the GPU.
-- expect: severity=warning, evidence~"in the way of a graph 3.0 times in a round of some 40 launches the host waits for the GPU, mostly for something that it copies to it", advice~"keep constants", advice!~"sums, flags and norms"
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4EEEvv' WHERE id = 1;
CREATE TEMP TABLE do_some (at INTEGER, k INTEGER);
CREATE TEMP TRIGGER do_some_row AFTER INSERT ON do_some BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (new.at, 4700, new.at + 7000, 1000, CASE WHEN new.k IN (3, 11, 12, 20, 33) THEN 4 ELSE 3 END);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes) SELECT new.at + 5000, new.at + 10000, 2000, 8 WHERE new.k IN (4, 9, 29);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) SELECT new.at + 9000, 6000, 1 WHERE new.k IN (4, 9, 29);
END;
INSERT INTO do_some WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2399)
	SELECT 260000 * (i / 40) + 5000 * (i % 40) + 15000 * ((i % 40 > 4) + (i % 40 > 9) + (i % 40 > 29)), i % 40 FROM n;
