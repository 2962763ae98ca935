-- SPDX-License-Identifier: MIT
-- Twenty steps of one thread: 100 us on one GPU, 500 us on the other. With 300 us on each a step takes 200 us less.
-- expect: severity=warning, occurrences=20, cost_ns=4000000, gain_ns=3900000..4010000, headline~"GPU 1 500.0 us a launch, and GPU 0 100.0 us", evidence~"20, in 20 of which GPU 1"
-- expect-count: 1
-- include: peers.sql
-- include: shares.sql
INSERT INTO do_share (i, first_ns, second_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 100000, 500000 FROM n;
