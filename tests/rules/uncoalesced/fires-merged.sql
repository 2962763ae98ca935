-- SPDX-License-Identifier: MIT
-- Each thread merges two rows: comparisons of what was loaded decide which of them goes on, by one. Where the rows lie the threads
-- decide, and another layout needs fewer sectors.
-- include: merge.sql
-- expect: severity=warning, advice~"swap the indices", advice!~"sorted or binned by their index", evidence!~"by data"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 2000000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 64000000);
