-- SPDX-License-Identifier: MIT
-- As silent-first-pass-of-a-long-run.sql, but with a fifth of the host's work: the wait is more than one percent
-- of the run.
-- expect: severity=note, gain=null, evidence~first pass
-- include: stages.sql
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id) VALUES
	(0, 6000, 1000000, 11), (4000, 10000, 1000000, 12), (8000, 14000, 1000000, 13);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
	(12000, 10000, 1024000, 1000000, 11, 103), (24000, 10000, 2034000, 1000000, 12, 104),
	(36000, 10000, 3044000, 1000000, 13, 105);
INSERT INTO overhead (kind, start_ns, duration_ns, thread_id) VALUES
	(327680, 13000, 5000, 1), (327680, 25000, 5000, 1), (327680, 37000, 5000, 1);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (50000, 4000000);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59)
	SELECT 4100000 + 4000 * i, 4106000 + 4000 * (i % 3) + 1005000 * (i / 3), 1000000, 11 + i % 3, 103 + i % 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4400000, 19830000);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (104400000, 5000);
