-- SPDX-License-Identifier: MIT
-- As fires-tensors-once.sql, but the two steps that have such lists have longer ones, an eighth of all launches: what comes twice in a
-- run (a set-up, an average of weights at its end) is none of the loop's.
-- include: tensors.sql
-- expect: severity=warning, evidence!~lists of tensors, evidence!~foreach
INSERT INTO do_step (i, shape, count) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 23)
	SELECT i, CASE WHEN i % 12 THEN 2 END, CASE WHEN i % 12 THEN 12 ELSE 36 END FROM n;
