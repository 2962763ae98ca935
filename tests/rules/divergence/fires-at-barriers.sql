-- SPDX-License-Identifier: MIT
-- As fires-most-samples.sql, and its warps wait at barriers that are in no loop of its code, as between two steps: no reduction.
-- expect: headline~"8.0 of 32 lanes", advice!~"In a reduction let the first threads", evidence~"how they split was not measured"
-- include: code.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 8.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 75);
INSERT INTO do_sample VALUES (2, 0x1b0, 'selected', 600, 0), (2, 0x50, 'wait', 300, 100), (2, 0x50, 'barrier', 100, 100);
