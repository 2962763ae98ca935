-- SPDX-License-Identifier: MIT
-- Ten steps: a kernel of 100 us, and behind it a copy to the other GPU, whose first half is seen 131 us later. It took from
-- then on, but for 4 us that any copy takes to start, to the end of the second: 171 us. Another copy went directly, at 400 GB/s.
-- expect: severity=warning, subject="GPU 0 to GPU 1", occurrences=10, cost_ns=1700000..1720000, gain_ns=1400000..1600000, evidence~"49.1 GB/s", evidence~"400 GB/s", headline~"10 copies from GPU 0 to GPU 1"
-- expect-count: 1
-- include: peers.sql
INSERT INTO do_staged_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n;
INSERT INTO do_direct VALUES (110000, 3000000);
