-- SPDX-License-Identifier: MIT
-- As fires-memory-not-measured.sql, but it may be memory that most wait for.
-- include: power.sql
-- abstains: counters of memory accesses
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 25), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample VALUES (2, 0x700, 'wait', 490, 490), (2, 0x100, 'long_scoreboard', 510, 510);
