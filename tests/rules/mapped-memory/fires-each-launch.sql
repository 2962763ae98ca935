-- SPDX-License-Identifier: MIT
-- Ten launches of 500 us that load 25 MiB each, 52 GB/s, of which no cache and no device memory has any: one copy takes
-- 490 us.
-- expect: severity=warning, subject~small, cost_ns=4350000..4550000, gain=null, occurrences=10, headline~250 MiB in 10 launches
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 2, 25 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches (launch_shape_id) VALUES (7);
INSERT INTO do_metric (launch_shape_id, name, value) VALUES
	(7, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 819200), (7, 'l1tex__t_sector_hit_rate.pct', 0),
	(7, 'lts__t_sector_hit_rate.pct', 0), (7, 'dram__bytes_read.sum', 4096);
