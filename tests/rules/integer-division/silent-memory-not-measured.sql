-- SPDX-License-Identifier: MIT
-- The schedulers issue in half of the cycles, nothing tells whether memory is busy, and less than half of the warps divide.
-- include: division.sql
-- abstains: counters of memory
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 50), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample VALUES (2, 0x1b0, 'selected', 400, 0), (2, 0x240, 'wait', 90, 50), (2, 0x290, 'selected', 510, 0);
