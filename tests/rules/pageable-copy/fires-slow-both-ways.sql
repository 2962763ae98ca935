-- SPDX-License-Identifier: MIT
-- As fires-buffer-freed-each-time.sql, but copies to the GPU are hardly faster: this machine copies pageable memory that slowly.
-- expect: subject="device to host", evidence!~"same place", advice!~"Keep the buffer for results"
CREATE TEMP TABLE do_turn (i INTEGER);
CREATE TEMP TRIGGER do_turn_row AFTER INSERT ON do_turn BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, api, host_address)
		VALUES (60000000 * new.i, 8100000, 60000000 * new.i + 10000, 8100000 - 20000, 16 << 20, 0, 0, 'cudaMemcpy_v3020', 268435456);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (60000000 * new.i + 12000000, 60000000 * new.i + 12006000, 500000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api, host_address)
		VALUES (60000000 * new.i + 12010000, 12010000, 60000000 * new.i + 12510000, 11500000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020', 536870912);
END;
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4) SELECT i FROM n;
