-- SPDX-License-Identifier: MIT
-- As fires-between-streams, and what is loaded are functions of cuSPARSE: nobody can ask for them one by one.
-- expect: severity=warning, advice~"Run what loads them once", advice!~cudaFuncGetAttributes
-- include: stages.sql
UPDATE function SET name = '_ZN8cusparse' || length(name) || name || 'Ev' WHERE id IN (SELECT function_id FROM launch_shape WHERE id BETWEEN 103 AND 105);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id) VALUES
	(0, 6000, 1000000, 11), (4000, 10000, 1000000, 12), (8000, 14000, 1000000, 13);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
	(12000, 10000, 1024000, 1000000, 11, 103), (24000, 10000, 2034000, 1000000, 12, 104),
	(36000, 10000, 3044000, 1000000, 13, 105);
INSERT INTO overhead (kind, start_ns, duration_ns, thread_id) VALUES
	(327680, 13000, 5000, 1), (327680, 25000, 5000, 1), (327680, 37000, 5000, 1);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (50000, 4000000);
