-- SPDX-License-Identifier: MIT
-- As in fires-each-launch.sql, behind a warm-up of a few blocks that reads next to nothing: no launch reads what they read
-- on average.
-- expect: severity=warning, subject~small, cost_ns=4300000..4600000, occurrences=11, headline~"250 MiB in 11 launches, at 52", evidence~"one copy of 25.0 MiB, all the pinned memory there is, takes 489.5 us"
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 2, 25 << 20, 4096, 0, 0, 1);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 5000, 3000, 1);
INSERT INTO do_ten_launches (launch_shape_id) VALUES (7);
INSERT INTO do_metric (launch_shape_id, name, value) VALUES
	(7, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 819200), (7, 'l1tex__t_sector_hit_rate.pct', 0),
	(7, 'lts__t_sector_hit_rate.pct', 0), (7, 'dram__bytes_read.sum', 4096),
	(1, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 8), (1, 'l1tex__t_sector_hit_rate.pct', 0),
	(1, 'lts__t_sector_hit_rate.pct', 0), (1, 'dram__bytes_read.sum', 0);
