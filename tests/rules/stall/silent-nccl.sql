-- SPDX-License-Identifier: MIT
-- An all-reduce of NCCL polls memory until other GPUs have sent their part: its warps wait for data, and the schedulers
-- are idle, as samples and counters say.
-- include: nccl.sql
INSERT INTO do_ten_launches VALUES (20);
INSERT INTO do_sample VALUES (3, 0, 'long_scoreboard', 900, 900), (3, 0, 'selected', 100, 0);
INSERT INTO do_metric VALUES (20, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10);
