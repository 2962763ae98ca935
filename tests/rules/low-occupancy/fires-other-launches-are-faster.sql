-- SPDX-License-Identifier: MIT
-- A kernel that waits for memory, with half of an SM's warps. With 24 KiB of shared memory for each block, all warps are
-- there, and it executes 1.6 times as much in the same time: that is the gain, not twice as fast. One launch with a
-- block more on an SM was fast by chance; its warps are too few more to say anything.
-- expect: severity=warning, occurrences=11, gain_percent=19..24, evidence~"60 % of what is in proportion"
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
 cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
 shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES
 (20, 2, 32768, 1, 1, 256, 1, 1, 0, 0, 0, 22, 0, 49152, 233472, NULL, 0, 0, 1),
 (21, 2, 32768, 1, 1, 256, 1, 1, 0, 0, 0, 22, 0, 24576, 233472, NULL, 0, 0, 1),
 (22, 2, 32768, 1, 1, 256, 1, 1, 0, 0, 0, 22, 0, 40960, 233472, NULL, 0, 0, 1);
INSERT INTO do_ten_launches VALUES (20);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 6000000 + 4000 * i, 6006000 + 251000 * i, 250000, 21 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (6042000, 8520000, 100000, 22);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (6046000, 2595000);
INSERT INTO do_metric VALUES (20, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 25), (20, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 10),
 (21, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 40), (21, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 10),
 (22, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75), (22, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 10),
 (20, 'smsp__inst_executed.sum', 100000000), (21, 'smsp__inst_executed.sum', 80000000), (22, 'smsp__inst_executed.sum', 25000000);
