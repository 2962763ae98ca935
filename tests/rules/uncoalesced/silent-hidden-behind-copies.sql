-- SPDX-License-Identifier: MIT
-- Each piece is copied while the kernel works on the one before, and copies take longer: the copy engine is busy all the
-- time. Of the sectors that the kernels ask for most are not needed, but without these the run takes as long.
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id)
	SELECT 0, 6000, 500000, 25000000, 11;
CREATE TEMP TABLE step (i INTEGER);
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20) SELECT i FROM n;
CREATE TEMP TRIGGER do_step AFTER UPDATE ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id, stream_id)
		VALUES (500000 * (new.i - 1) + 8000, 500000 * new.i + 7500, 400000, 5, 11 + (new.i - 1) % 2);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id)
		VALUES (500000 * (new.i - 1) + 12000, 500000 * new.i + 7000, 500000, 25000000, 11 + new.i % 2);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id)
		VALUES (500000 * (new.i - 1) + 16000, 500000 * new.i + 410000 - 500000 * (new.i - 1) - 16000, 11 + (new.i - 1) % 2);
END;
UPDATE step SET i = i;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (10500000, 10000);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 32000),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5);
