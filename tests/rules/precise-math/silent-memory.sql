-- SPDX-License-Identifier: MIT
-- Three quarters of the instructions, but device memory is busy for 95 % of the time, whatever the kernel executes.
-- include: precise.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 80), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_metric VALUES (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 95), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 95);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0x1c0, 'selected', 80), (2, 0x370, 'selected', 920);
