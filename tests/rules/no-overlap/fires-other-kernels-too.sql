-- SPDX-License-Identifier: MIT
-- As in silent-kernels-read-host.sql, and another kernel of 150 us computes on each chunk: that alone can run beside the
-- copies.
-- expect: severity=warning, occurrences=8, cost_ns=900000..1200000, gain_ns=800000..1200000
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 2, 256 << 20, 4096, 0, 0, 1);
INSERT INTO do_metric (launch_shape_id, name, value) VALUES
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 262144), (5, 'lts__d_sectors_fill_sysmem.sum', 262144),
	(5, 'dram__bytes_read.sum', 4096);
CREATE TEMP TABLE chunk AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 7)
	SELECT i, 20000 * i AS call_ns, 10000 + 456000 * i AS start_ns FROM n;
CREATE TEMP TABLE do_chunk (call_ns INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER do_chunk_row AFTER INSERT ON do_chunk BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id)
		VALUES (new.call_ns, new.start_ns, 150000, 8 << 20, 11);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (new.call_ns + 4000, new.start_ns + 152000, 150000, 11, 5);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (new.call_ns + 8000, new.start_ns + 304000, 150000, 11, 7);
END;
INSERT INTO do_chunk SELECT call_ns, start_ns FROM chunk;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (200000, 3500000);
