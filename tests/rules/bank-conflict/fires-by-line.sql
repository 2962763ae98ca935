-- SPDX-License-Identifier: MIT
-- include: code.sql
-- expect: headline~"75 %", evidence~"conflicts at kernels.cu:15 (100 %)", line=15
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_count VALUES (7, 384, 'smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared', 4000),
	(7, 384, 'smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared_ideal', 1000);
