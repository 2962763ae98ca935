-- SPDX-License-Identifier: MIT
-- A queue that is full because device memory is busy.
-- include: code.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 85), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 20);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 432, 'lg_throttle', 800), (2, 0, 'selected', 200);
