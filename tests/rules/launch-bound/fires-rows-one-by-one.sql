-- SPDX-License-Identifier: MIT
-- Each step takes the largest of 36 rows, one by one, with an operation on elements for each: one call takes all rows.
-- include: tensors.sql
-- expect: severity=warning, evidence~"equal rows 2,160 launches are of 30 loops in which the same launches come again and again, most often 2, 36 times in a row", evidence~"equal rows 100 % of them in average() train.py:12", advice~"call it once for all rows", advice~"torch.topk()", evidence!~"equal pieces"
INSERT INTO function VALUES (3000, '_ZN2at6native6mbtopk10gatherTopKIfjLi1EEEvv');
INSERT INTO launch_shape SELECT 200 + id, 3000, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin FROM launch_shape WHERE id BETWEEN 1 AND 3;
INSERT INTO do_step (i, shape, operations, count) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 3, '20', 36 FROM n;
