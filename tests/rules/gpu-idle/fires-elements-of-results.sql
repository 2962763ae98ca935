-- SPDX-License-Identifier: MIT
-- As fires-elements.sql, but another kernel computes between the copies, as a loop does that goes on until a number says so.
-- include: one_by_one.sql
-- expect: advice!~"whole array", advice~"results"
INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, channel_id)
	SELECT start_ns - 1500, 1000, 1, 4, correlation_id, 1 FROM kernel;
