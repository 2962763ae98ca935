-- SPDX-License-Identifier: MIT
-- As fires-barrier.sql, but the schedulers issue in 70 % of the cycles, as counted: the waits cost little.
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_metric VALUES (7, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 70);
INSERT INTO do_sample VALUES (1, 368, 'barrier', 750, 650), (1, 240, 'long_scoreboard', 150, 150), (1, 0, 'selected', 100, 0);
