-- SPDX-License-Identifier: MIT
-- Counts at instructions: twice the ideal in line 21, where warps wait for memory 60 % of the time.
-- include: code.sql
-- expect: headline~"50 %", evidence~"excess at kernels.cu:21 (100 %)", line=21, cost_ns=1450000..1550000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_count VALUES (5, 128, 'smsp__sass_sectors_mem_global', 8000), (5, 128, 'smsp__sass_sectors_mem_global_ideal', 4000);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 160, 'long_scoreboard', 600), (2, 160, 'wait', 400);
