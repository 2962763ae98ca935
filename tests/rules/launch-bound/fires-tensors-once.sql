-- SPDX-License-Identifier: MIT
-- As fires-lists-of-tensors.sql, but only two steps have these sizes.
-- include: tensors.sql
-- expect: severity=warning, evidence!~lists of tensors, evidence!~foreach
INSERT INTO do_step (i, shape) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, CASE WHEN i % 15 THEN 2 END FROM n;
