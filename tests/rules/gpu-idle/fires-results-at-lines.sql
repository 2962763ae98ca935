-- SPDX-License-Identifier: MIT
-- As fires-results-each-step.sql, and samples of the host, three of four in these waits: of those two are at line 10 and one, which stands for more time, at 20. The
-- fourth is in a launch, at line 30.
-- expect: evidence~"results 100 % of the time in these waits in main() train.py (lines 10: 65 %, 20: 35 %)"
-- include: results.sql
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'main');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 10), (2, 9000, 9001, 20), (3, 9000, 9001, 30);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, NULL, 2), (3, NULL, 3);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 290000 * i + CASE i % 4 WHEN 3 THEN 2000 ELSE 10000 END, 1, CASE i % 4 WHEN 3 THEN 3 ELSE 1 + i % 4 / 2 END,
		290000 * i + CASE i % 4 WHEN 3 THEN 2000 ELSE 10000 END, 0 FROM n;
