-- SPDX-License-Identifier: MIT
-- A loop that takes a remainder in each round: half of what is issued is of what it is made of, and the schedulers are busy.
-- include: division.sql
-- expect: severity=note, subject=large, cost_ns=2500000, gain=null, headline~"50 % of its time", evidence~"divides at or near special.cu"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 70), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample VALUES (2, 0x1b0, 'selected', 400, 0), (2, 0x240, 'wait', 200, 50), (2, 0x290, 'selected', 400, 0);
