-- SPDX-License-Identifier: MIT
-- Three streams with a kernel each; then each launches a function of its own for the first time: every load is a
-- barrier, and the three run one after another.
-- expect: severity=warning, cost_ns=2000000..3200000, gain_percent=40..60, advice~CUDA_MODULE_LOADING=EAGER, evidence!~"other causes"
-- include: stages.sql
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id) VALUES
	(0, 6000, 1000000, 11), (4000, 10000, 1000000, 12), (8000, 14000, 1000000, 13);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
	(12000, 10000, 1024000, 1000000, 11, 103), (24000, 10000, 2034000, 1000000, 12, 104),
	(36000, 10000, 3044000, 1000000, 13, 105);
INSERT INTO overhead (kind, start_ns, duration_ns, thread_id) VALUES
	(327680, 13000, 5000, 1), (327680, 25000, 5000, 1), (327680, 37000, 5000, 1);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (50000, 4000000);
