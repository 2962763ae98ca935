-- SPDX-License-Identifier: MIT
-- As fires-elements.sql, but the host puts a number into the array between the copies.
-- include: one_by_one.sql
-- expect: advice!~"whole array", advice~"results"
INSERT INTO copy (start_ns, duration_ns, stream_id, size_bytes, copy_kind, source_kind, target_kind, is_async, correlation_id, channel_id)
	SELECT start_ns - 1500, 1000, 1, 8, 1, 2, 3, 1, correlation_id, 101 FROM kernel;
