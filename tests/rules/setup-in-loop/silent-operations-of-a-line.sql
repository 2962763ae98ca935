-- SPDX-License-Identifier: MIT
-- A line has four operations, each of which JAX compiles by itself, with work of the GPU between them: each of them once. No more follows
-- in a longer run.
-- include: setups.sql
INSERT INTO string (id, text) VALUES (9100, '/v/lib/python3.11/site-packages/jax/_src/numpy/array_methods.py'), (9101, '_operator_sub'),
	(9102, '_operator_pow'), (9103, '_sum'), (9104, '_exp');
INSERT INTO host_frame (id, file_id, function_id, line) SELECT 20 + value, 9100, 9101 + value, 100 + value FROM json_each('[0, 1, 2, 3]');
-- Stacks 30 to 33: below step() line 20, each of four operations is compiled.
INSERT INTO host_stack SELECT 20 + value, 2, 20 + value FROM json_each('[0, 1, 2, 3]');
INSERT INTO host_stack SELECT 30 + value, 20 + value, 3 FROM json_each('[0, 1, 2, 3]');
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, CASE WHEN i < 4 THEN 30 + i ELSE 1 END, 20 FROM n;
