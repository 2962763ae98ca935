-- SPDX-License-Identifier: MIT
-- A hundred waves in 500 us: a block lives for 5 us. Its busiest unit, at 40 %, is what bounds what longer ones win.
-- expect: severity=note, gain=null, headline~"blocks so short", cost_ns=2950000..3050000
UPDATE launch_shape SET grid_x = 105600 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 60), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 40);
