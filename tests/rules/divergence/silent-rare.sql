-- SPDX-License-Identifier: MIT
-- The kernel with few lanes takes less than a percent of the time.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 40000, 2);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (4000, 47000, 9000000, 5);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (8000, 9040000);
INSERT INTO do_metric VALUES (2, 'smsp__thread_inst_executed_per_inst_executed.ratio', 4.0), (2, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75), (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 32.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75);
