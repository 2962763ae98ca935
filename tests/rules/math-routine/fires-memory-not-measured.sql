-- SPDX-License-Identifier: MIT
-- Whether memory is busy was not counted, and most warps do not wait for it.
-- include: power.sql
-- expect: cost_ns=2540000..2560000, headline~"51 % of its time"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 25), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample VALUES (2, 0x700, 'wait', 510, 500), (2, 0x100, 'long_scoreboard', 490, 490);
