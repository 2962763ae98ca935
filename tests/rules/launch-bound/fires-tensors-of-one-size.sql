-- SPDX-License-Identifier: MIT
-- As fires-lists-of-tensors.sql, but of one size: they may be steps of time, each of which needs the one before.
-- include: tensors.sql
-- expect: severity=warning, evidence!~lists of tensors, evidence!~foreach
INSERT INTO do_step (i, shape) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 3 FROM n;
