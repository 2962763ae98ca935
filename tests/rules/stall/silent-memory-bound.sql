-- SPDX-License-Identifier: MIT
-- Warps wait for data, since device memory is busy.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 92), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 92), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 15);
INSERT INTO do_sample VALUES (2, 0, 'long_scoreboard', 900, 800), (2, 0, 'selected', 100, 0);
