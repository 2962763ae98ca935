-- SPDX-License-Identifier: MIT
-- Without pinned memory there is nothing of the host's that a kernel could read.
INSERT INTO do_ten_launches (launch_shape_id) VALUES (7);
INSERT INTO do_metric (launch_shape_id, name, value) VALUES
	(7, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 819200), (7, 'l1tex__t_sector_hit_rate.pct', 0),
	(7, 'lts__t_sector_hit_rate.pct', 0), (7, 'dram__bytes_read.sum', 4096);
