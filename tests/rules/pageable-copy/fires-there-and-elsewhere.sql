-- SPDX-License-Identifier: MIT
-- As fires-there-and-back.sql, but the results go to another place of the host's memory: they do not come back.
-- expect: subject="host to device", severity=warning, evidence!~"went to the host"
-- expect-count: 2
-- include: rounds.sql
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT i, 8 << 20 FROM n;
INSERT INTO copy_address (correlation_id, host_address) SELECT correlation_id, CASE copy_kind WHEN 1 THEN 1 << 40 ELSE 1 << 41 END FROM copy;
