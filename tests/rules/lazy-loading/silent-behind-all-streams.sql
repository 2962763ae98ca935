-- SPDX-License-Identifier: MIT
-- Kernels in two blocking streams, and then the first launch of a function, in the null stream, where it waits for both
-- anyway. The time is that of the kernels, in the budget, too: hardly anything comes behind the barrier.
-- include: stages.sql
-- budget: kernel>=95, default_stream<=1, loading<=1
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id) VALUES
	(0, 6000, 1000000, 2), (4000, 10000, 1000000, 3);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
	(12000, 10000, 1019000, 5000, 1, 103);
INSERT INTO overhead (kind, start_ns, duration_ns, thread_id) VALUES (327680, 13000, 5000, 1);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (50000, 980000);
