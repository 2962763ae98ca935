-- SPDX-License-Identifier: MIT
-- As fires-before-a-matrix-product.sql, with a kernel of the program's that reads the copy.
-- expect: evidence~"19 copies of 128 MiB, before small", advice~"what the kernel wrote", advice!~cublasLtMatmul
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (12000 * new.i, 6000 + 320000 * new.i, 200000, 5);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind)
		VALUES (12000 * new.i + 4000, 207500 + 320000 * new.i, 90000, 128 << 20, 8);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (12000 * new.i + 8000, 298500 + 320000 * new.i, 20000, 3);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 18) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (240000, 5900000);
