-- SPDX-License-Identifier: MIT
-- As fires-there-and-back.sql, and the addresses say so.
-- expect: subject="host to device", severity=warning, evidence~"11 times 8.00 MiB went to the host", evidence~"for 8.00 MiB, once"
-- expect-count: 2
-- include: rounds.sql
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT i, 8 << 20 FROM n;
INSERT INTO copy_address (correlation_id, host_address) SELECT correlation_id, CASE copy_kind WHEN 1 THEN 1 << 40 ELSE 1 << 40 END FROM copy;
