-- SPDX-License-Identifier: MIT
-- The host prepares for 150 us, launches a kernel of 200 us, waits for it, prepares the next one. Nothing shows that
-- it needs a result: the two could overlap.
-- expect: severity=warning, occurrences=29, cost_ns=4500000..4900000, gain_percent=35..50, headline~work of its own, evidence~prepare
-- include: prepares.sql
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
