-- SPDX-License-Identifier: MIT
-- 25 MiB of what a launch loads come over the bus, and 58 MiB from device memory: the kernel reads its own data, and a
-- little of the host's.
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 2, 25 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches (launch_shape_id) VALUES (7);
INSERT INTO do_metric (launch_shape_id, name, value) VALUES
	(7, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 2730667), (7, 'l1tex__t_sector_hit_rate.pct', 0),
	(7, 'lts__t_sector_hit_rate.pct', 0), (7, 'dram__bytes_read.sum', 61167000);
