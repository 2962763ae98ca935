-- SPDX-License-Identifier: MIT
-- 60 rounds of 40 launches, one of which has another grid in each, and in which the host takes a number from the GPU twice: sizes come from
-- selections, and a compiled graph ends there.
-- expect: severity=warning, gain=null, advice~"differ from round to round", evidence~"in the way of a graph 2.0 times in a round", advice~"torch.nonzero(), indexing by a mask", advice!~"torch.compile(dynamic=True)"
CREATE TEMP TABLE round (i INTEGER);
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59)
	SELECT 1000 + i, 1, 9 + i, 1, 1, 128, 1, 1, 0, 0, 0, 16, 0, 0, 32768, NULL, 0, 0, 0 FROM n;
CREATE TEMP TABLE half (at INTEGER, shape INTEGER);
CREATE TEMP TRIGGER half_row AFTER INSERT ON half BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 19)
		SELECT new.at + 5000 * k, 4700, new.at + 7000 + 5000 * k, 1000, CASE k WHEN 3 THEN new.shape WHEN CASE new.shape WHEN 3 THEN 13 ELSE 7 END THEN 4 ELSE 3 END FROM n;
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async) SELECT new.at + 100000, 6000, new.at + 104000, 1000, 4, 2, 0, 0;
END;
CREATE TEMP TRIGGER round_row AFTER INSERT ON round BEGIN
	INSERT INTO half VALUES (240000 * new.i, 1000 + new.i), (240000 * new.i + 120000, 3);
END;
INSERT INTO round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (14400000, 6000);
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4EEEvv' WHERE id = 1;
