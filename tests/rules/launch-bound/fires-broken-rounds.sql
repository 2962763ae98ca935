-- SPDX-License-Identifier: MIT
-- 40 rounds of 40 launches, in which the host takes four bytes from the GPU behind every tenth: a graph ends there.
-- include: broken.sql
-- expect: severity=warning, evidence~"in the way of a graph 4.0 times in a round of some 40 launches the host waits for the GPU, mostly for something that it takes from it", evidence~"in the way of a graph 100 % of the time in these waits in step() train.py:20", advice~"A graph holds no wait of the host", advice~".item()"
INSERT INTO do_part WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 159) SELECT i, 1 FROM n;
