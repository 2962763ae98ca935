-- SPDX-License-Identifier: MIT
-- The same line compiles its four operations again and again, as for arrays of each length, one in each round.
-- include: setups.sql
-- expect: severity=warning, subject=compiling, headline~"in step() train.py:20, called from main() train.py:10", occurrences=28
-- expect-count: 1
INSERT INTO string (id, text) VALUES (9100, '/v/lib/python3.11/site-packages/jax/_src/numpy/array_methods.py'), (9101, '_operator_sub'),
	(9102, '_operator_pow'), (9103, '_sum'), (9104, '_exp');
INSERT INTO host_frame (id, file_id, function_id, line) SELECT 20 + value, 9100, 9101 + value, 100 + value FROM json_each('[0, 1, 2, 3]');
-- Stacks 30 to 33: below step() line 20, each of four operations is compiled.
INSERT INTO host_stack SELECT 20 + value, 2, 20 + value FROM json_each('[0, 1, 2, 3]');
INSERT INTO host_stack SELECT 30 + value, 20 + value, 3 FROM json_each('[0, 1, 2, 3]');
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 31) SELECT i, 30 + i % 4, 20 FROM n;
