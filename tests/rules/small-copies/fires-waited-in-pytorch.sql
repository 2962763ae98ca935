-- SPDX-License-Identifier: MIT
-- Each step of a program in PyTorch waits for its kernels, and then copies twelve single numbers to the GPU, waiting for each.
-- expect: subject="host to device", occurrences=240, advice~"In PyTorch: put what a step needs into one tensor", advice!~".item()"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		SELECT 300000 * (new.i / 12), 300000 * (new.i / 12) + 6000, 80000, 5 WHERE new.i % 12 = 0;
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id)
		SELECT 300000 * (new.i / 12) + 4000, 90000, 1 WHERE new.i % 12 = 0;
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned)
		VALUES (300000 * (new.i / 12) + 100000 + 16000 * (new.i % 12), 4500, 300000 * (new.i / 12) + 105000 + 16000 * (new.i % 12), 1000, 8, 0);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id)
		VALUES (300000 * (new.i / 12) + 105000 + 16000 * (new.i % 12), 6000, 1);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 239) SELECT i FROM n;
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4EEEviT0_T1_';
