-- SPDX-License-Identifier: MIT
-- One SM is active for a fifth longer than the average one, in a kernel that takes a fifth of the time: 3 % of it.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (6000000, 6006000, 20000000, 7);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (6005000, 20002000);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 95), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10),
	(5, 'smsp__inst_executed.sum', 832768), (5, 'smsp__inst_executed.max', 4752),
	(5, 'sm__cycles_active.avg', 16900), (5, 'sm__cycles_active.max', 20280);
INSERT INTO do_metric VALUES (7, 'sm__warps_active.avg.pct_of_peak_sustained_active', 95);
