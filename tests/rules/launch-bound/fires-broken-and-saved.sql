-- SPDX-License-Identifier: MIT
-- fires-broken-rounds.sql, and in the middle the state is saved, at line 30: 60 arrays are copied to the host, with a wait of 60 us for each. That is in the way once, not 60 times,
-- and not what to look at.
-- include: broken.sql
-- expect: severity=warning, evidence~"in the way of a graph 4.0 times in a round of some 40 launches the host waits for the GPU, mostly for something that it takes from it", evidence~"in the way of a graph 100 % of the time in these waits in step() train.py:20", evidence!~"train.py:30", evidence!~"lines 20, 30"
INSERT INTO do_part WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 79) SELECT i, 1 FROM n;
CREATE TEMP TABLE do_save (i INTEGER);
CREATE TEMP TRIGGER do_save_row AFTER INSERT ON do_save BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned) VALUES (5610000 + 100000 * new.i, 5616000 + 100000 * new.i, 50000, 400000, 2, 1);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (5614000 + 100000 * new.i, 60000, 1);
END;
INSERT INTO do_save WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59) SELECT i FROM n;
INSERT INTO do_part WITH RECURSIVE n(i) AS (SELECT 168 UNION ALL SELECT i + 1 FROM n WHERE i < 247) SELECT i, 1 FROM n;
DELETE FROM host_sample;
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (3, 9000, 9001, 30);
INSERT INTO host_stack VALUES (3, NULL, 3);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
	WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3499)
	SELECT 5000 * i, 1, CASE WHEN 5000 * i BETWEEN 5605000 AND 11700000 THEN 3 ELSE 1 + (5 * i % 70 > 50) END, 5000 * i - 1000, 0 FROM n;
