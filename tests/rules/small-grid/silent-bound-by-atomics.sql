-- SPDX-License-Identifier: MIT
-- Sixteen blocks, whose warps do nothing but wait for one another at an atomic operation.
-- include: code.sql
INSERT INTO launch_shape SELECT 30, function_id, 16, 1, 1, 256, 1, 1, cluster_x, cluster_y, cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes, shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin
	FROM launch_shape WHERE id = 5;
INSERT INTO do_ten_launches VALUES (30);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 432, 'lg_throttle', 995), (2, 0, 'selected', 5);
