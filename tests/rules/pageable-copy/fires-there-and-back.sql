-- SPDX-License-Identifier: MIT
-- Twelve rounds: 8 MiB go in, a kernel, 8 MiB come out, and the host goes over them. Eleven times they come back.
-- expect: subject="host to device", severity=warning, evidence~"11 times 8.00 MiB went to the host"
-- expect: subject="device to host", severity=warning, evidence!~"went to the host"
-- expect-count: 2
-- include: rounds.sql
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT i, 8 << 20 FROM n;
