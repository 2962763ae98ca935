-- SPDX-License-Identifier: MIT
-- Two threads launch kernels of one block into the default stream, forty in all, and each waits for its own.
-- include: shared.sql
-- expect: severity=warning, subject="the default stream", occurrences=39, gain_percent=35..45, headline~"2 threads", advice~"per-thread", evidence~"48 %"
-- expect-count: 1
INSERT INTO do_request (i) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
