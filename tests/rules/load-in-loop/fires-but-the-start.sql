-- SPDX-License-Identifier: MIT
-- Thirty rounds load a module in 10 us each, of two kernels. The first, before any GPU work, takes 300 ms, since CUDA starts there.
-- What is needed once is no cost: 28 loads and first launches of 200 us are.
-- include: loads.sql
-- expect: severity=warning, cost_ns=5880000, evidence~"needed 2 loads"
-- expect-count: 1
INSERT INTO do_load WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 'cuModuleLoadData' FROM n;
UPDATE api_call SET duration_ns = 10000 WHERE name_id = (SELECT id FROM string WHERE text = 'cuModuleLoadData');
UPDATE api_call SET duration_ns = 300000000, start_ns = start_ns - 300000000
	WHERE id = (SELECT min(id) FROM api_call WHERE name_id = (SELECT id FROM string WHERE text = 'cuModuleLoadData'));
