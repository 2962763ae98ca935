-- SPDX-License-Identifier: MIT
-- Two threads with a stream each, forty turns of 430 us, one 20 us behind the other: kernels take 8 of 17.2 ms.
-- include: locks.sql
-- expect: severity=warning, gain=null, subject="2 threads", occurrences=40, cost_ns=9980000, evidence~"between turns 780.0 us", headline~"40 times", evidence~"430.0 us each", evidence~"kernels, for 8.000 ms of the 17.20 ms"
-- expect-count: 1
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 450000 * i, 1 + i % 2, 11 + i % 2, 200000 FROM n;
