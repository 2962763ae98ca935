-- SPDX-License-Identifier: MIT
-- One step, of which 128 MiB are copied in for 2.4 ms; then the kernel reads as much again of the host's memory for 2.5 ms.
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 2, 256 << 20, 4096, 0, 0, 1);
INSERT INTO do_metric (launch_shape_id, name, value) VALUES
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 4194304), (5, 'lts__d_sectors_fill_sysmem.sum', 4194304),
	(5, 'dram__bytes_read.sum', 4096);
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id) VALUES (0, 10000, 2400000, 128 << 20, 11);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (4000, 2412000, 2500000, 11, 5);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (12000, 4905000);
