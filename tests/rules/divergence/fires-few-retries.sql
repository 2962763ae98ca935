-- SPDX-License-Identifier: MIT
-- As silent-retries.sql, but the loop has 40 % of the samples: its lanes part elsewhere, too.
-- include: retries.sql
-- expect: severity=warning, headline~"16.0 of 32 lanes"
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_metric VALUES (7, 'smsp__thread_inst_executed_per_inst_executed.ratio', 16.0), (7, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 60),
	(7, 'smsp__sass_average_branch_targets_threads_uniform.pct', 70);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (1, 0x1a0, 'short_scoreboard', 100), (1, 0x1c0, 'short_scoreboard', 100),
	(1, 0x1b0, 'wait', 50), (1, 0x1a0, 'selected', 90), (1, 0x1d0, 'branch_resolving', 60), (1, 0x180, 'long_scoreboard', 300), (1, 0x180, 'selected', 300);
