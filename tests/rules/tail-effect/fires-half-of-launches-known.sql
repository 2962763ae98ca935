-- SPDX-License-Identifier: MIT
-- Of 24 launches every second one is behind a small kernel, and has a stack; of those between them, 5 us behind another, nothing is known. What is known is of one line,
-- and that it is known of a half is said: it does not mean that the other half is launched elsewhere.
-- include: tail-effect/fires-and-partial-warps.sql
-- expect: evidence~"launched from main() train.py:9 (known of 50.0 % of its time)"
DELETE FROM kernel;
DELETE FROM synchronization;
DELETE FROM api_call;
CREATE TEMP TABLE turn(i INTEGER);
CREATE TEMP TRIGGER turn_row AFTER INSERT ON turn BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (30000 * new.i, 6000 + 1010000 * new.i, 2000);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (30000 * new.i + 8000, 9000 + 1010000 * new.i, 500000, 20);
	INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late) SELECT 30000 * new.i + 8000, 1, 1, max(id), 0 FROM api_call;
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (30000 * new.i + 16000, 510000 + 1010000 * new.i, 500000, 20);
END;
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'main');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 9);
INSERT INTO host_stack VALUES (1, NULL, 1);
INSERT INTO turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (370000, 11770000);
