-- SPDX-License-Identifier: MIT
-- Less than half of the samples, and nothing tells whether memory is busy.
-- include: precise.sql
-- abstains: counters of memory
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 40), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample VALUES (2, 0x250, 'wait', 250, 230), (2, 0x260, 'wait', 200, 180), (2, 0x370, 'selected', 550, 0);
