-- SPDX-License-Identifier: MIT
-- fires-shared.sql, and the sums go to global memory, by many requests: these are not what its warps queue for.
-- include: code.sql
-- expect: headline~"60 %", advice~"within the warp", evidence~"kernels.cu:13 (100 %)", evidence!~"of warps in a launch"
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_metric VALUES (7, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 400000), (7, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0),
	(7, 'lts__t_sectors_op_red.sum', 400000), (7, 'lts__t_sectors_op_atom.sum', 0);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (1, 352, 'mio_throttle', 400), (1, 352, 'short_scoreboard', 200),
	(1, 0, 'selected', 400);
