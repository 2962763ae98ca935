-- SPDX-License-Identifier: MIT
-- Few lanes are active, and each reads its row byte by byte: wider loads would need fewer sectors, however few lanes there are.
-- include: bytes.sql
-- expect: severity=warning, evidence~"loads 2.2 sectors", advice~"let neighbouring threads take neighbouring elements", advice~"if each row begins at a multiple of 16 bytes"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 2200000),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 3.2), (5, 'l1tex__t_sector_hit_rate.pct', 96),
	(5, 'sm__average_thread_inst_executed_pred_on_per_inst_executed_realtime.ratio', 2.6);
