-- SPDX-License-Identifier: MIT
-- As fires-between-streams.sql without reports of loading, in CUDA 11.8, where functions are loaded at the start unless
-- CUDA_MODULE_LOADING says otherwise. What held the streams up is not known.
-- include: stages.sql
UPDATE meta SET value = 11080 WHERE key IN ('driver_version', 'runtime_version');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id) VALUES
	(0, 6000, 1000000, 11), (4000, 10000, 1000000, 12), (8000, 14000, 1000000, 13);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
	(12000, 10000, 1024000, 1000000, 11, 103), (24000, 10000, 2034000, 1000000, 12, 104),
	(36000, 10000, 3044000, 1000000, 13, 105);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (50000, 4000000);
