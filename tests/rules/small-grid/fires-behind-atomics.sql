-- SPDX-License-Identifier: MIT
-- Sixteen blocks, whose warps wait for one another at an atomic operation for 62 % of the time: more blocks do not change that.
-- include: code.sql
-- expect: severity=warning, cost_ns=1850000..1950000, headline~116 of 132, evidence~"62 % of the time goes with atomic operations that wait for one another"
INSERT INTO launch_shape SELECT 30, function_id, 16, 1, 1, 256, 1, 1, cluster_x, cluster_y, cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes, shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin
	FROM launch_shape WHERE id = 5;
INSERT INTO do_ten_launches VALUES (30);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 432, 'lg_throttle', 620), (2, 128, 'long_scoreboard', 330), (2, 0, 'selected', 50);
