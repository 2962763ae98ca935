-- SPDX-License-Identifier: MIT
-- Neighbouring threads read a byte each of rows of a picture, so far apart that the next column finds only half of the sectors in the
-- L1 cache: nobody asks for a sector of its own again and again, the indices are the wrong way round.
-- expect: severity=warning, headline~"at most 6 %", advice~"swap the indices or the loops", advice!~"again and again"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 2097152), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 67108864),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 3.125), (5, 'l1tex__t_sector_hit_rate.pct', 52),
	(5, 'sm__average_thread_inst_executed_pred_on_per_inst_executed_realtime.ratio', 32);
