-- SPDX-License-Identifier: MIT
-- Each step copies what the product behind it adds to, in place: cuBLAS can read the original. It clears a word before.
-- expect: evidence~"19 copies of 128 MiB, before sm90_xmma_gemm", advice~cublasLtMatmul, advice!~"what the kernel wrote"
UPDATE function SET name = 'sm90_xmma_gemm_f32f32_tf32f32_f32_nn_n_tilesize128x128x32_cublas' WHERE id = 1;
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (12000 * new.i, 6000 + 320000 * new.i, 200000, 5);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind)
		VALUES (12000 * new.i + 4000, 207500 + 320000 * new.i, 90000, 128 << 20, 8);
	INSERT INTO do_fill (call_ns, start_ns, duration_ns, size_bytes)
		VALUES (12000 * new.i + 6000, 297600 + 320000 * new.i, 600, 4);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (12000 * new.i + 9500, 298500 + 320000 * new.i, 20000, 3);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 18) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (240000, 5900000);
