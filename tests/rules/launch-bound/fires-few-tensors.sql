-- SPDX-License-Identifier: MIT
-- As fires-lists-of-tensors.sql, but of four tensors.
-- include: tensors.sql
-- expect: severity=warning, evidence!~lists of tensors, evidence!~foreach
INSERT INTO do_step (i, shape, count) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, NULL, 4 FROM n;
