-- SPDX-License-Identifier: MIT
-- Of the excess 80 % are in line 21, 16 % in line 23 and 4 % in line 20, which is too little to be named.
-- include: code.sql
-- expect: evidence~"excess at kernels.cu:21 (80 %) and kernels.cu:23 (16 %)", line=21
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_count VALUES (5, 128, 'smsp__sass_sectors_mem_global', 8000), (5, 128, 'smsp__sass_sectors_mem_global_ideal', 4000),
	(5, 432, 'smsp__sass_sectors_mem_global', 1600), (5, 432, 'smsp__sass_sectors_mem_global_ideal', 800),
	(5, 80, 'smsp__sass_sectors_mem_global', 400), (5, 80, 'smsp__sass_sectors_mem_global_ideal', 200);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 160, 'long_scoreboard', 600), (2, 160, 'wait', 400);
