-- SPDX-License-Identifier: MIT
-- No samples: where its time goes is not known.
-- include: power.sql
-- abstains: samples of warps
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 80), (5, 'smsp__inst_executed.sum', 1000000);
