-- SPDX-License-Identifier: MIT
-- Few lanes, but device memory is busy nearly all the time: fewer instructions would win next to nothing.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 16.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 99.9);
