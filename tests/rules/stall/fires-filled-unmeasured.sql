-- SPDX-License-Identifier: MIT
-- As fires-filled.sql, but nobody measured how many warps SMs have.
-- expect: severity=note, subject=large, advice~"load wider types", advice~"more warps resident"
-- include: strides.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, pc, reason, samples, not_issued) VALUES (2, 0x1b0, 'long_scoreboard', 800, 700), (2, 0x50, 'wait', 200, 200);
INSERT INTO do_metric VALUES (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 20),
	(5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 30);
