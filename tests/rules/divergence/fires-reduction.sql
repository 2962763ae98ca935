-- SPDX-License-Identifier: MIT
-- Few lanes, and nothing measured how warps split; but threads meet at barriers in a loop of its code, as in a reduction: other lanes can do the work.
-- expect: headline~"8.0 of 32 lanes", advice~"In a reduction let the first threads", evidence!~"how they split was not measured", gain_error_ns=0..400000
-- include: tree_of_items.sql
UPDATE launch_shape SET grid_x = 21120 WHERE id = 7;
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_metric VALUES (7, 'smsp__thread_inst_executed_per_inst_executed.ratio', 8.0), (7, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75), (7, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 75);
INSERT INTO do_sample VALUES (1, 0xd0, 'selected', 200, 0), (1, 0x140, 'wait', 700, 300), (1, 0x240, 'barrier', 100, 100);
