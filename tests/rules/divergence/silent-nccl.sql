-- SPDX-License-Identifier: MIT
-- An all-reduce of NCCL, in which a few lanes poll for the others.
-- include: nccl.sql
INSERT INTO do_ten_launches VALUES (20);
INSERT INTO do_metric VALUES (20, 'smsp__thread_inst_executed_per_inst_executed.ratio', 8.0), (20, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75), (20, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 98);
