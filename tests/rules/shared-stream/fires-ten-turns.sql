-- SPDX-License-Identifier: MIT
-- Ten of each thread.
-- include: shared.sql
-- expect: severity=warning
INSERT INTO do_request (i) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
