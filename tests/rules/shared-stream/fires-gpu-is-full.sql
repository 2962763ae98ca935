-- SPDX-License-Identifier: MIT
-- Each kernel fills the GPU ten times: side by side they would take as long. What is left to win are the gaps between them.
-- include: shared.sql
-- expect: severity=note, gain_percent=0.5..1, cost_ns<=40000, evidence~"other causes held them"
INSERT INTO do_request (i, shape) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i, 5 FROM n;
