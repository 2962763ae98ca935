-- SPDX-License-Identifier: MIT
-- Each step goes through 36 chunks of a batch, with a product and an operation on elements for each: larger chunks take fewer launches.
-- include: tensors.sql
-- expect: severity=warning, evidence~"equal pieces 2,160 launches are of 30 loops in which the same launches come again and again, most often 2, 36 times in a row", evidence~"equal pieces 100 % of them in average() train.py:12", advice~"The same few launches come many times in a row", advice~"a larger chunk size"
INSERT INTO function VALUES (3000, '_ZN7cutlass6KernelI71cutlass_80_tensorop_s1688gemm_128x128');
INSERT INTO launch_shape SELECT 200 + id, 3000, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin FROM launch_shape WHERE id BETWEEN 1 AND 3;
INSERT INTO do_step (i, shape, operations, count) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 3, '20', 36 FROM n;
