-- SPDX-License-Identifier: MIT
-- A binary search: a comparison with what was loaded decides where it goes on, so that no other order of the threads needs fewer
-- sectors. Its warps wait in its loop, where the key, of another line, has long come.
-- include: search.sql
-- expect: severity=note, advice~"sorted or binned by their index", advice!~"swap the indices", evidence~"1 of 1 loads", line=107, evidence~"loads at special.cu:107 (100 %)", evidence!~special.cu:101
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 2000000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 28000000);
INSERT INTO do_sample VALUES (2, 0xf0, 'long_scoreboard', 900, 900);
