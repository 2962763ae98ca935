-- SPDX-License-Identifier: MIT
-- Two of three kernels differ in the middle of a long name, which has no room: these are one, with what they have together.
-- expect: occurrences=12, headline~FP32 units, evidence~"kernel_nn_tiles_of_one (67 %, 2 functions) and ampere_sgemm_128x64_nn (33 %)"
UPDATE function SET name = 'ampere_sgemm_128x64_with_a_first_name_that_is_long_128x64_execute_kernel_nn_tiles_of_one' WHERE id = 1;
INSERT INTO function (id, name) VALUES (201, 'ampere_sgemm_128x64_with_a_other_name_that_is_long_128x64_execute_kernel_nn_tiles_of_one'), (202, 'ampere_sgemm_128x64_nn');
INSERT INTO launch_shape SELECT 200 + f.id, f.id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y, cluster_z, registers_per_thread, static_shared_bytes,
	dynamic_shared_bytes, shared_executed_bytes, shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin FROM launch_shape, function f WHERE launch_shape.id = 7 AND f.id > 200;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, CASE i % 3 WHEN 0 THEN 7 WHEN 1 THEN 401 ELSE 402 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (110000, 5920000);
