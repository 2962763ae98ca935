-- SPDX-License-Identifier: MIT
-- What rounds have in common whose kernels are shorter than their launches: each is four parts of 70 us with ten launches, five microseconds
-- apart, and behind the last one, or behind each of them, .item(): a copy of four bytes and the wait for it. The host was sampled every 5 us,
-- in the launches at line 10, and behind them at line 20.
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4EEEvv' WHERE id = 1;
CREATE TEMP TABLE do_part (i INTEGER, is_read INTEGER);
CREATE TEMP TRIGGER do_part_row AFTER INSERT ON do_part BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 9)
		SELECT 70000 * new.i + 5000 * k, 4700, 70000 * new.i + 7000 + 5000 * k, 1000, CASE WHEN k IN (new.i % 4, 7) THEN 4 ELSE 3 END FROM n;
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind)
		SELECT 70000 * new.i + 51000, 70000 * new.i + 56000, 2000, 4, 2 WHERE new.is_read;
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) SELECT 70000 * new.i + 55000, 12000, 1 WHERE new.is_read;
END;
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'step');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 10), (2, 9000, 9001, 20);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, NULL, 2);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
	WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2239)
	SELECT 5000 * i, 1, 1 + (5 * i % 70 > 50), 5000 * i - 1000, 0 FROM n;
