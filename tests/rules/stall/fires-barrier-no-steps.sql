-- SPDX-License-Identifier: MIT
-- As fires-barrier-steps-uncounted.sql, but no branch splits a warp: no step leaves some threads without work.
-- expect: headline~"at __syncthreads() 70 %", advice!~"fewer threads have work"
-- include: tree_of_items.sql
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_metric VALUES (7, 'smsp__sass_branch_targets_threads_uniform.sum', 7250672), (7, 'smsp__sass_branch_targets_threads_divergent.sum', 0), (7, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 20);
INSERT INTO do_sample VALUES (1, 0x100, 'barrier', 700, 650), (1, 0x150, 'short_scoreboard', 180, 150), (1, 0x180, 'selected', 20, 0), (1, 0, 'long_scoreboard', 100, 100);
