-- SPDX-License-Identifier: MIT
-- As fires-anew, and then the host checks its results for as long as all that took: the loop had it to its end.
-- include: rebuilds.sql
-- expect: severity=warning, occurrences=29, evidence!~"not once in the last"
-- expect-count: 1
INSERT INTO do_rebuild (i, others) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i <  29) SELECT i, 5 FROM n;
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind) VALUES (60000000, 12000, 60005000, 2000, 4096, 2);
