-- SPDX-License-Identifier: MIT
-- As fires-lists-of-tensors.sql, but only every fifth step has these sizes: 11 % of the launches.
-- include: tensors.sql
-- expect: severity=warning, evidence~"lists of tensors 144 launches are of 6 loops"
INSERT INTO do_step (i, shape) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, CASE WHEN i % 5 THEN 2 END FROM n;
