-- SPDX-License-Identifier: MIT
-- As fires-between-streams.sql without reports of loading: with this CUDA, functions are loaded at their first launch.
-- expect: severity=warning, gain_percent=40..60, evidence~since CUDA 12.2
-- include: stages.sql
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id) VALUES
	(0, 6000, 1000000, 11), (4000, 10000, 1000000, 12), (8000, 14000, 1000000, 13);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
	(12000, 10000, 1024000, 1000000, 11, 103), (24000, 10000, 2034000, 1000000, 12, 104),
	(36000, 10000, 3044000, 1000000, 13, 105);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (50000, 4000000);
