-- SPDX-License-Identifier: MIT
-- Warps wait in code of cuRAND.
-- expect: severity=note, headline~"80 %", advice~curand4, evidence~"code of cuRAND"
-- expect-count: 1
-- include: drawn.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, pc, reason, samples, not_issued) VALUES (2, 0x80, 'long_scoreboard', 800, 700), (2, 0x10, 'wait', 200, 200);
INSERT INTO do_metric VALUES (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 20);
