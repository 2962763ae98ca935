-- SPDX-License-Identifier: MIT
-- Two matrix products of cuBLAS, and a kernel of the program's that computes from them what the host waits for: that can stay on
-- the GPU, but not by what cuBLAS does with its own results.
-- expect: evidence~"199 copies of 4 B to the host", advice!~"CUBLAS_POINTER_MODE_DEVICE"
UPDATE function SET name = '_Z10dot_kernelIdLi128ELi0E16cublasDotParamsIdEEvT2_' WHERE id = 1;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 10000, 4);
CREATE TEMP TABLE step(i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_async)
		VALUES (new.start_ns + 4000, 24000, new.start_ns + 24000, 2000, 4, 2, 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES
		(new.start_ns + 39000, new.start_ns + 45000, 2000, 1),
		(new.start_ns + 42000, new.start_ns + 48000, 2000, 1),
		(new.start_ns + 46000, new.start_ns + 52000, 10000, 4);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 198) SELECT i, 46000 * i FROM n;
