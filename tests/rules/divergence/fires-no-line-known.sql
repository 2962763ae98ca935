-- SPDX-License-Identifier: MIT
-- Nothing counted lanes by line, nor how warps split: where the kernel spends most of its time is not where they do, and no line is named.
-- expect: headline~"8.0 of 32 lanes", evidence!~"most samples", line=null, evidence~"how they split was not measured", advice!~"In a reduction"
-- include: code.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 8.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 75);
INSERT INTO do_sample VALUES (2, 0x1b0, 'selected', 700, 0), (2, 0x50, 'wait', 300, 100);
